// SPDX-License-Identifier: MIT
// game.mjs - two levels play a game of Ur; prints the record and what each side lost per decision.
//
//     node node_modules/lusoria/example/game.mjs [GAME [SEED]]
import { load, LusoriaError } from "lusoria";

const [game = "ur:finkel", seed = "7"] = process.argv.slice(2);
const engine = await load();

try {
  const { throws } = engine.dice({ game, seed, n: 1000 });
  const moves = [];
  let thrown = 0;
  for (;;) {
    const state = engine.state({ game, moves });
    if (state.next === "over") {
      console.log(`${state.ply} plies: ${state.result.reason}; the winner is player ${state.result.winner}`);
      break;
    }
    const dice = throws[thrown++];
    const { legal } = engine.state({ game, moves, throw: dice });
    const move = legal.length === 1 ? legal[0].move // forced, or a pass
      : engine.choose({ game, moves, throw: dice, level: 2 + state.side, seed: thrown }).move;
    moves.push(`${dice}/${move}`);
  }
  const { text } = engine.record({ game, moves });
  console.log(text);
  for (const { player, mean_loss } of engine.review({ record: text, depth: 2 }).games[0].players)
    console.log(`${player}: loses ${(100 * mean_loss).toFixed(2)} % of the winning chances per decision`);
} catch (error) {
  if (!(error instanceof LusoriaError)) throw error;
  console.error(`${error.message}; field ${error.field}, byte ${error.at}`);
  process.exitCode = 1;
}
