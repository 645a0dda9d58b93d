// SPDX-License-Identifier: MIT
// ar_live.js - the texts of games between people, in Arabic.
/** @type {Record<string, string>} */
export default {
  "live.none": "لا يوجد هنا خادم للّعب بين الناس. شغّل واحدًا بالأمر: lusoria serve",
  "live.creating": "تُنشأ اللعبة…", "live.gone": "هذه اللعبة لم تعد موجودة، أو الرابط ليس من روابطها.",
  "live.invited": "{who} يدعوك إلى لعبة {game}.", "live.invitedPlain": "أنت مدعوّ إلى لعبة {game}.",
  "live.join": "انضم إلى اللعبة", "live.taken": "انضم شخص آخر إلى هذه اللعبة.",
  "live.waiting": "أرسل هذا الرابط إلى خصمك. تبدأ اللعبة حين ينضم.",
  "live.copyInvite": "انسخ الرابط", "live.copyWatch": "رابط المشاهدة", "live.invite": "رابط الخصم",
  "live.waitingTitle": "بانتظار الخصم", "live.watching": "أنت تشاهد.",
  "live.yourTurn": "دورك", "live.yourTurnIn": "دورك: {game}", "live.notify": "أشعرني",
  "live.online": "متصل", "live.offline": "غير متصل", "live.lost": "انقطع الاتصال؛ تجري إعادة الاتصال…",
  "live.timeLeft": "بقي {time}",
  "live.away": "{who} غير متصل.", "live.claim": "اطلب الفوز",
  "live.resign": "استسلم", "live.resignSure": "هل تستسلم في هذه اللعبة؟", "live.resignYes": "نعم، أستسلم", "live.keep": "تابع اللعب",
  "live.draw": "اعرض التعادل", "live.undo": "تراجع",
  "live.drawOffered": "{who} يعرض التعادل.", "live.undoOffered": "{who} يطلب التراجع عن نقلة.", "live.rematchOffered": "{who} يريد اللعب مرة أخرى.",
  "live.drawWaits": "أنت تعرض التعادل.", "live.undoWaits": "أنت تطلب التراجع عن نقلتك.", "live.rematchWaits": "أنت تريد اللعب مرة أخرى.",
  "live.accept": "اقبل", "live.decline": "ارفض", "live.withdraw": "اسحب",
  "live.rematch": "العب مرة أخرى", "live.next": "إلى اللعبة التالية", "live.refused": "رفضه الخادم: {message}",
  "reason.resignation": "استسلم الطرف الآخر", "reason.agreement": "باتفاق اللاعبين", "reason.abandonment": "غاب الطرف الآخر طويلًا",
  "reason.time": "انتهى وقت الطرف الآخر",
};
