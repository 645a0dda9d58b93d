// SPDX-License-Identifier: MIT
// en_live.js - the texts of games between people, in English.
/** @type {Record<string, string>} */
export default {
  "live.none": "There is no server for games between people here. Start one with: lusoria serve",
  "live.creating": "The game is being made…", "live.gone": "This game does not exist any more, or the link is not one of it.",
  "live.invited": "{who} invites you to a game of {game}.", "live.invitedPlain": "You are invited to a game of {game}.",
  "live.join": "Join the game", "live.taken": "Someone else has joined this game already.",
  "live.waiting": "Send this link to your opponent. The game starts as soon as they have joined.",
  "live.copyInvite": "Copy the link", "live.copyWatch": "Link to watch", "live.invite": "Link for the opponent",
  "live.waitingTitle": "Waiting for the opponent", "live.watching": "You are watching.",
  "live.yourTurn": "Your turn", "live.yourTurnIn": "Your turn: {game}", "live.notify": "Notify me",
  "live.online": "connected", "live.offline": "not connected", "live.lost": "The connection is lost; connecting again…",
  "live.timeLeft": "{time} left",
  "live.away": "{who} is not connected.", "live.claim": "Claim the game",
  "live.resign": "Resign", "live.resignSure": "Resign this game?", "live.resignYes": "Yes, resign", "live.keep": "Keep playing",
  "live.draw": "Offer draw", "live.undo": "Take back",
  "live.drawOffered": "{who} offers a draw.", "live.undoOffered": "{who} asks to take back a move.", "live.rematchOffered": "{who} wants to play again.",
  "live.drawWaits": "You offer a draw.", "live.undoWaits": "You ask to take back your move.", "live.rematchWaits": "You want to play again.",
  "live.accept": "Accept", "live.decline": "Decline", "live.withdraw": "Withdraw",
  "live.rematch": "Play again", "live.next": "To the next game", "live.refused": "The server refused it: {message}",
  "reason.resignation": "the other side resigned", "reason.agreement": "agreed by both players", "reason.abandonment": "the other side was away too long",
  "reason.time": "the other side ran out of time",
};
