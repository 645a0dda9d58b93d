// SPDX-License-Identifier: MIT
// en_learn.js - texts of the rules, the training and the explorer in English; loaded with them.
/** @type {Record<string, string>} */
export default {
  "try.won": "{side} has won.", "try.draw": "The game is drawn.", "try.throw": "{side} throws.", "try.move": "{side} to move.",
  "try.moveThrow": "{side} threw {n} and moves.", "try.pass": "{side} threw {n}: no move is possible, the turn passes.",
  "try.passPlain": "{side} has no move.",

  "rules.games": "Games", "rules.start": "The board at the start", "rules.play": "Play it", "rules.numbered": "The rules, one by one",
  "rules.numberedLead": "When a move is refused, the page names the rule. Each rule has examples: try them on the board.",
  "rules.rule": "Rule {rule}", "rules.examples": "Try it: {n} examples", "rules.choose": "Example",
  "rules.board": "Example: {title}", "rules.tries": "Moves to try", "rules.legal": "legal", "rules.refused": "refused",
  "rules.next": "Next:", "rules.again": "Start the example again", "rules.played": "Played {move}.",
  "rules.bad": "These positions are refused:",

  "training.game": "Game", "training.source": "Puzzles", "training.source.mixed": "All kinds", "training.source.mistakes": "My mistakes", "training.source.new": "New ones",
  "training.lead": "Positions from your own mistakes and new ones. What you solve comes back after 1, 3, 7, 16 and 35 days.",
  "training.searching": "Looking for a puzzle…", "training.question": "{side} to move. One move is clearly best. Which?",
  "training.none": "No puzzle was found. Try again or choose another game.",
  "training.noMistakes": "No mistakes are waiting. Finish a game of this kind, or choose new puzzles.",
  "training.right": "Right: {move} is the best move.", "training.rightLater": "Yes, {move} is the best move.",
  "training.wrong": "{move} loses {loss}.", "training.tryAgain": "Try once more.",
  "training.wrongAgain": "{move} loses {loss}. The best move is {best}.", "training.best": "The best move is {move}.",
  "training.played": "In your game you played {move} and lost {loss}.",
  "training.margin": "Its lead over the second best move: {margin} ({source}).", "training.depths": "searched to depths {a} and {b}",
  "training.rated": "Weakest level that solves it: {level}.", "training.unrated": "No level solves it.", "training.stones": "{n} stones",
  "training.next": "Next puzzle", "training.again": "Again", "training.solution": "Show the solution", "training.skip": "Skip",
  "training.streak": "Streak", "training.daysInRow": "Days in a row", "training.due": "Due now",
  "training.solved": "Solved", "training.level": "Level", "training.bestStreak": "Best streak",

  "explorer.back": "Back", "explorer.first": "To the start", "explorer.play": "Play from here", "explorer.throws": "Throw",
  "explorer.before": "not thrown", "explorer.moves": "Every move", "explorer.move": "Move", "explorer.value": "Value", "explorer.loss": "Loss",
  "explorer.why": "Why", "explorer.throw": "Throw", "explorer.chance": "Chance", "explorer.best": "Best move",
  "explorer.position": "Value before the throw: {value}", "explorer.edit": "Click on the board to", "explorer.moveBrush": "make a move",
  "explorer.put": "put {side}", "explorer.empty": "remove", "explorer.more": "add a stone", "explorer.less": "take a stone",
  "explorer.toMove": "{side} to move", "explorer.start": "Usual start", "explorer.clear": "Empty board",
  "explorer.text": "Position as text", "explorer.set": "Set", "explorer.copy": "Take it along", "explorer.copy.link": "Copy link",
  "explorer.copy.text": "Copy text", "explorer.copy.svg": "Save SVG", "explorer.copy.png": "Save PNG", "explorer.copied": "Copied.",
};
