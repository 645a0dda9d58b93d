// SPDX-License-Identifier: MIT
// index.d.ts - types of requests and answers (doc/api.md). test/browser/npm_package.sh compiles several hundred
// real answers against them, so a member that is missing or superfluous here is a failing test.

export type GameName = "senet" | "ur" | "awari" | "cave";
/** "ur:finkel", or "ur" for the default rule set. */
export type RuleSetName = GameName | `${GameName}:${string}`;
export type Verb = keyof Requests;
/** "win": a chance of winning, 0 to 1. "stones": a lead at the end of the game. */
export type Unit = "win" | "stones";
/** Side and player numbers. */
export type Seat = 0 | 1;
export type Point = [x: number, y: number];

// ---- Requests

/** Which position a request is about: `game` with `position` or moves, or `link`, or `record`. */
export interface Where {
  game?: RuleSetName;
  /** A position text; it may end in ":N", a throw already made. */
  position?: string;
  /** The position in which `moves` begin, if not the usual start. */
  start?: string;
  /** The throws of the opening roll-off of senet:blockade. */
  rolloff?: string | readonly number[];
  /** "4/0-4.2/0-2", or a list of such moves; "F.f" in a game without dice. */
  moves?: string | readonly string[];
  /** A whole link: "#g=ur:finkel&m=4/0-4". */
  link?: string;
  /** A record with one game. */
  record?: string;
  /** The throw of the next move. */
  throw?: number;
}

/** Limits of a search; the module has no clock. */
export interface Limits {
  /** Plies, 1 to 63. */
  depth?: number;
  /** At most 20 million. */
  nodes?: number;
}

export interface ChooseRequest extends Where, Limits {
  /** 1 to 6, or a name of `games`. */
  level?: number | string;
  /** Makes the mistakes of a level repeatable. */
  seed?: number;
}

export interface ReviewRequest extends Limits {
  /** Any number of games, in any format of lusoria-record(5). */
  record: string;
}

export interface RecordRequest extends Where {
  to?: RecordFormat;
}

/** Throws of a seed, or the check of the dice of a record. */
export type DiceRequest =
  | { game: RuleSetName; seed: string; nonce?: string; first?: number; n?: number }
  | { record: string };

export interface PuzzleRequest extends Where {
  seed?: number;
  /** Which mistake of the record, from 1. */
  number?: number;
  player?: Seat;
  /** Asks for this rating, 1 to 6. */
  level?: number;
  nodes?: number;
}

// ---- Answers

export interface GamesAnswer {
  schema: "lusoria.games/1";
  version: string;
  games: { name: GameName; title: string; rules: RuleSet[] }[];
}

export interface RuleSet {
  name: RuleSetName;
  about: string;
  sides: { letter: string; name: string }[];
  /** Two-sided dice of a throw; 0: a game without dice. */
  sticks: number;
  /** `weight` is a relative probability. */
  throws: { value: number; weight: number; marked: number }[];
  rolloff: boolean;
  /** The throw that ends the roll-off, and the side its thrower plays. */
  rolloff_value?: number;
  rolloff_side?: Seat;
  /** The opponents, the weakest first. */
  levels: Level[];
  /** Whether the losses come from an exact table; missing where nothing was measured. */
  loss_exact?: boolean;
  unit: Unit;
  /** The loss from which a move is an inaccuracy. */
  inaccuracy: number;
  /** Always empty: the module has no tables. */
  tables: { size: number; positions: number }[];
}

export interface Level {
  level: number;
  name: string;
  depth: number;
  noise: number;
  /** The measured loss per decision. */
  loss?: number;
  /** The result against the next weaker level, of level 1 against random moves. */
  score?: number;
}

export interface State {
  schema: "lusoria.state/1";
  game: RuleSetName;
  link: string;
  position: string;
  ply: number;
  /** To move. */
  side: Seat;
  /** Who acts. */
  player: Seat;
  /** `players[side]` has this side. */
  players: [Seat, Seat];
  next: "rolloff" | "throw" | "move" | "over";
  throw: number | null;
  rolloff: number[];
  status: Status;
  /** Null unless `next` is "move"; a single "pass" where no move is legal. */
  legal: Move[] | null;
  /** All moves made. */
  plies: Move[];
  /** The last move made, with its motions. */
  last: Move | null;
  result: Result | null;
  /** Pieces borne off, or stones captured, of each side. */
  score: [number, number];
  board: Board | null;
}

/** A line for the player: a key with arguments, and the sentence in English. */
export interface Status {
  key: string;
  side?: string;
  moves?: number;
  throw?: number;
  text: string;
}

export interface Move {
  move: string;
  side: Seat;
  /** Only in games with dice. */
  throw?: number;
  kind: string;
  steps: Step[];
  /** Of legal moves and of the last one. */
  motions?: Motion[];
}

export interface Step {
  from: number | "off";
  to: number | "off";
  from_tile: number;
  to_tile: number;
  from_at: Point;
  to_at: Point;
  /** Centres of the squares passed or sown, the last one included. */
  path: Point[];
}

/** What moves on the board: played in order on the pieces before the move, motions give the pieces after it. */
export interface Motion {
  kind: "walk" | "place" | "sow" | "take";
  side: Seat;
  tiles: number[];
  path: Point[];
}

export interface Result {
  /** -1: a draw. */
  winner: Seat | -1;
  reason: string;
  key: string;
}

/** The board as shapes. */
export interface Board {
  width: number;
  height: number;
  style: "discs" | "pawns" | "bricks" | "stones";
  tiles: Tile[];
  pieces: Piece[];
}

export interface Tile {
  shape: "square" | "pit" | "tray";
  /** The upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
  symbol: string | null;
  label: string | null;
  square: string | null;
  /** What a move of either side calls it. */
  squares: [string | null, string | null];
}

export interface Piece {
  tile: number;
  /** The centre. */
  x: number;
  y: number;
  /** -1: of no side (stones of Awari). */
  side: Seat | -1;
  /** A heap of this many stones; 0: a piece. */
  stones: number;
  small: boolean;
  /** Part of a line that has won. */
  won?: true;
}

export type RefuseAnswer =
  | { schema: "lusoria.refuse/1"; legal: true }
  | { schema: "lusoria.refuse/1"; legal: false; rule: string | null; reason: string; key: string };

export interface ExplainAnswer {
  schema: "lusoria.explain/1";
  sentence: string;
  facts: Fact[];
  /** Always null: the module has no tables. */
  table: { unit: Unit; value: number; loss: number; best: string } | null;
}

export interface Fact {
  key: string;
  /** A disadvantage. */
  against: boolean;
  square: number;
  n: number;
  throws: number[];
  weight: number;
  weights: number;
  reply: string | null;
  name: string | null;
  text: string;
}

export interface ChooseAnswer {
  schema: "lusoria.choose/1";
  move: string;
  depth: number;
  exact: boolean;
}

export interface Analysis {
  schema: "lusoria.analysis/1";
  game: RuleSetName;
  position: string;
  side: string;
  throw: number | null;
  result: string | null;
  unit: Unit;
  exact: boolean;
  source: "search" | "table" | "proof" | "rules";
  move: string | null;
  evaluation: number;
  win: number;
  /** One sentence. */
  thinking: string;
  /** Before a throw: every throw with its best move. */
  throws: { throw: number; weight: number; move: string | null; evaluation: number; win: number }[] | null;
  timings: { total_ms: number };
  diagnostics: Diagnostics;
}

export interface Diagnostics {
  search_depth: number;
  eval: string;
  nodes_evaluated: number;
  nodes: { max: number; min: number; chance: number };
  leaves: number;
  cutoffs: number;
  transposition_hits: number;
  game_phase: "opening" | "middle" | "end";
  board_control: number;
  piece_positions: Record<string, number[]>;
  valid_moves: string[];
  /** The best first. */
  move_evaluations: MoveEvaluation[];
}

export interface MoveEvaluation {
  move: string;
  piece: number | null;
  score: number;
  loss: number;
  win: number;
  exact: boolean;
  /** The result in stones is between these bounds (endings of awari:oware); missing if nothing or the exact value is known. */
  lower?: number;
  upper?: number;
  move_type: string;
  /** Null: the hand. */
  from_square: number | null;
  /** Null: off the board. */
  to_square: number | null;
  steps: { from: number | null; to: number | null }[];
  pv: string[];
  replies: { throw: number; weight: number; evaluation: number }[];
  why: string;
}

export interface ProbeAnswer {
  schema: "lusoria.probe/1";
  game: RuleSetName;
  position: string;
  unit: Unit;
  /** Always false: the module has no table files. */
  exact: boolean;
  value: number | null;
  moves: ProbedMove[] | null;
  throws: { throw: number; weight: number; value: number; moves: ProbedMove[] }[] | null;
}

export interface ProbedMove {
  move: string;
  value: number;
  loss: number;
}

export interface ReviewAnswer {
  schema: "lusoria.review/1";
  games: ReviewedGame[];
  /** Where the record cannot be read; the games before it are reviewed. */
  fault: { code: string; line: number; at: number; expected: string; message: string } | null;
}

export type Verdict = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export interface ReviewedGame {
  game: RuleSetName;
  first: string | null;
  second: string | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string | null;
  last_position: string;
  unit: Unit;
  exact: boolean;
  exact_plies: number;
  /** Of the searches; null: no ply was searched. */
  depth: { min: number; max: number } | null;
  verdicts_from: { inaccuracy: number; mistake: number; blunder: number };
  grades_below: Record<string, number>;
  players: ReviewedPlayer[];
  plies: ReviewedPly[];
}

export interface ReviewedPlayer {
  player: "first" | "second";
  side: string;
  plies: number;
  unforced: number;
  verdicts: Record<Verdict, number>;
  start: number;
  result: number;
  luck: number;
  loss: number;
  forfeit: number;
  mean_loss: number;
  lot_mean_loss: number;
  luck_adjusted_result: number;
  grade: string | null;
  /** Numbers of plies, the costliest first. */
  moments: number[];
  luckiest: number | null;
  unluckiest: number | null;
}

export interface ReviewedPly {
  ply: number;
  player: "first" | "second";
  side: string;
  position: string;
  throw: number | null;
  /** How many moves were legal. */
  moves: number;
  move: string;
  best_move: string;
  before: number;
  best: number;
  played: number;
  luck: number;
  loss: number;
  verdict: Verdict;
  exact: boolean;
  luck_exact: boolean;
  depth: number;
}

export type RecordFormat = "lusoria" | "link" | "rgn" | "ogn" | "moves";

export interface RecordAnswer {
  schema: "lusoria.record/1";
  format: RecordFormat;
  text: string;
}

export type DiceAnswer =
  | { schema: "lusoria.dice/1"; commitment: string; nonce: string; throws: number[] }
  | { schema: "lusoria.dice/1"; games: { check: DiceCheck; right: number }[] };

export type DiceCheck = "right" | "wrong" | "other" | "not committed" | "not revealed" | "no dice";

export type PuzzleAnswer = NoPuzzle | Puzzle;

export interface NoPuzzle {
  schema: "lusoria.puzzle/1";
  puzzle: false;
  reason: "forced" | "unclear" | "unconfirmed";
}

export interface Puzzle {
  schema: "lusoria.puzzle/1";
  puzzle: true;
  game: RuleSetName;
  position: string;
  link: string;
  side: Seat;
  throw: number | null;
  origin: "generated" | "record" | "position";
  seed?: number;
  game_number?: number;
  ply?: number;
  player?: Seat;
  played?: string;
  unit: Unit;
  exact: boolean;
  depths: number[];
  move: string;
  /** What the second best move loses. */
  margin: number;
  /** The move of a simple player. */
  simple: string;
  why: string;
  /** The weakest level that solves it. */
  level: number | null;
  solved: number[];
  moves: { move: string; evaluation: number; loss: number }[];
  days: number[];
}

export interface RulesAnswer {
  schema: "lusoria.rules/1";
  game: GameName;
  title: string;
  sets: RuleSetName[];
  parts: { set: RuleSetName | null; title: string | null; blocks: RulesBlock[] }[];
  /** `cases` are indexes of `cases` below. */
  rules: { rule: string; text: string; set: RuleSetName | null; cases: number[] }[];
  cases: RulesCase[];
}

export type RulesBlock =
  | { kind: "heading" | "p" | "pre"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; rows: string[][] };

/** An example of a rule. */
export interface RulesCase {
  game: RuleSetName;
  rules: string[];
  title: string;
  position: string | null;
  throw: number | null;
  moves: string[] | null;
  tries: ({ move: string; legal: true; after: string } | { move: string; legal: false; rule: string })[];
  line: string[];
  ends: string | null;
  result: string | null;
  bad: string[];
  lesson?: string;
}

// ---- The engine

/** Request and answer of every verb. */
export interface Requests {
  games: [Record<string, never> | void, GamesAnswer];
  state: [Where, State];
  refuse: [Where & { move: string }, RefuseAnswer];
  explain: [Where & { move: string }, ExplainAnswer];
  choose: [ChooseRequest, ChooseAnswer];
  analyse: [Where & Limits, Analysis];
  probe: [Where, ProbeAnswer];
  review: [ReviewRequest, ReviewAnswer];
  record: [RecordRequest, RecordAnswer];
  dice: [DiceRequest, DiceAnswer];
  puzzle: [PuzzleRequest, PuzzleAnswer];
}

/** A refused request. */
export class LusoriaError extends Error {
  readonly name: "LusoriaError";
  readonly verb: string;
  /** "ETEXT", "ERANGE", "EMOVE", "ESTATE", "EMEMORY" and others of lusoria.h. */
  readonly code: string;
  /** The field at fault. */
  readonly field: string | null;
  /** The byte (UTF-8, from 0) of its value. */
  readonly at: number | null;
  readonly expected: string | null;
  /** For translation: doc/api.md, "Keys". */
  readonly key: string | null;
}

/** The engine. Every method blocks until it is answered and throws a LusoriaError. */
export type Engine = { [V in Verb]: (fields: Requests[V][0]) => Requests[V][1] } & {
  call<V extends Verb>(verb: V, fields: Requests[V][0]): Requests[V][1];
};
export const Engine: { new (module: WebAssembly.Module): Engine; readonly prototype: Engine };

export type Source = WebAssembly.Module | ArrayBuffer | ArrayBufferView<ArrayBuffer> | Response | URL | string;

/** Compiles the WebAssembly module: the file of this package unless there is a source. */
export function compile(source?: Source | Promise<Source>): Promise<WebAssembly.Module>;
/** Loads the engine. */
export function load(source?: Source | Promise<Source>): Promise<Engine>;
/** The rules of a game with examples; a file of this package. */
export function rules(game: RuleSetName): Promise<RulesAnswer>;
export const verbs: readonly Verb[];
