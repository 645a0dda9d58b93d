// SPDX-License-Identifier: MIT
// types.js - the shapes of the engine's answers (doc/api.md) and of what the page stores.

/**
 * @typedef {[number, number]} Point
 *
 * @typedef {object} Tile
 * @property {"square"|"pit"|"tray"} shape
 * @property {number} x upper left corner
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string|null} symbol
 * @property {string} label
 * @property {string|null} square its label, or the name of the tray
 * @property {(string|null)[]} squares what a move of either side calls it; null: the side never goes there
 *
 * @typedef {object} Piece
 * @property {number} tile index of the tile it stands on
 * @property {number} x centre
 * @property {number} y
 * @property {number} side 0 or 1
 * @property {number} stones a heap of this many stones; 0: a piece
 * @property {boolean} small in a tray
 * @property {boolean} [won] part of a line that has won
 *
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {"discs"|"pawns"|"bricks"|"stones"} style
 * @property {Tile[]} tiles
 * @property {Piece[]} pieces
 *
 * @typedef {object} Motion
 * @property {"walk"|"place"|"sow"|"take"} kind
 * @property {number} side
 * @property {number[]} tiles
 * @property {Point[]} path their centres
 *
 * @typedef {object} Step
 * @property {number|"off"} from
 * @property {number|"off"} to
 * @property {number} from_tile
 * @property {number} to_tile
 * @property {Point} from_at
 * @property {Point} to_at
 *
 * @typedef {object} Move
 * @property {string} move
 * @property {number} side
 * @property {number} [throw]
 * @property {string} kind
 * @property {Step[]} steps
 * @property {Motion[]} [motions] of legal moves and of the last one
 *
 * @typedef {object} Result
 * @property {number} winner 0, 1 or -1 for a draw
 * @property {string} reason
 * @property {string} [key] of the reason, for translation
 *
 * @typedef {object} State
 * @property {string} game
 * @property {string} link
 * @property {string} position
 * @property {number} ply
 * @property {number} side
 * @property {number} player who acts: 0 or 1
 * @property {number[]} players players[side] has this side
 * @property {"rolloff"|"throw"|"move"|"over"} next
 * @property {number|null} throw
 * @property {number[]} rolloff
 * @property {Move[]|null} legal
 * @property {Move[]} plies
 * @property {Move|null} last the last ply, with its motions
 * @property {Result|null} result
 * @property {number[]} score
 * @property {Scene} board
 *
 * @typedef {object} Side
 * @property {string} letter
 * @property {string} name
 *
 * @typedef {object} ThrowInfo
 * @property {number} value
 * @property {number} weight
 * @property {number} [marked] how many sticks lie with the marked side up
 *
 * @typedef {object} Level
 * @property {number} level
 * @property {string} name
 * @property {number} depth
 * @property {number} noise
 * @property {number} [loss] the measured loss per decision
 * @property {number} [score] against the next weaker level, level 1 against random moves
 *
 * @typedef {object} Rules
 * @property {string} name
 * @property {string} about
 * @property {Side[]} sides
 * @property {number} sticks
 * @property {ThrowInfo[]} throws
 * @property {boolean} rolloff the players throw for the sides
 * @property {number} [rolloff_value] the throw that ends it
 * @property {number} [rolloff_side] the side its thrower plays
 * @property {Level[]} levels
 * @property {"win"|"stones"} unit of losses
 * @property {number} inaccuracy the loss from which a move is one
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {Rules[]} rules
 *
 * @typedef {object} MoveValue
 * @property {string} move
 * @property {number} score
 * @property {number} loss
 * @property {number} [win]
 * @property {boolean} exact
 * @property {number} [lower] the result is between these bounds (endings of awari:oware)
 * @property {number} [upper]
 * @property {string} why
 * @property {string[]} pv
 * @property {{throw: number, weight: number, evaluation: number}[]} [replies]
 *
 * @typedef {object} Analysis
 * @property {string} unit
 * @property {boolean} exact
 * @property {"search"|"table"|"proof"|"rules"} source
 * @property {string|null} move
 * @property {number} evaluation
 * @property {number} win
 * @property {string} thinking
 * @property {{throw: number, weight: number, move: string, evaluation: number, win: number}[]|null} throws
 * @property {{search_depth: number, move_evaluations: MoveValue[]}} diagnostics
 */

/**
 * Who plays a seat: a person, or the program at a level.
 * @typedef {{kind: "person", name: string}|{kind: "level", level: number, depth?: number, seconds?: number}} Seat
 *
 * A game as the page keeps it. The text (start, roll-off, moves) is the whole game.
 * @typedef {object} StoredGame
 * @property {string} id
 * @property {string} game the rule set, "ur:finkel"
 * @property {string} [start] a position text, if not the usual start
 * @property {number[]} rolloff
 * @property {string[]} moves "4/0-4" or "F"
 * @property {number|null} throw a throw already made for the next move
 * @property {[Seat, Seat]} seats
 * @property {string} seed secret until the game is over
 * @property {string} commitment
 * @property {number} thrown how many throws the seed has given
 * @property {boolean} typed the dice are typed in by hand
 * @property {string} date
 * @property {Result|null} result
 * @property {boolean} [helped] a hint or an undo was used
 * @property {{loss: number[], luck: number[], grade: string[], unit: string}} [numbers] from the review, by player
 */
export {};
