// SPDX-License-Identifier: MIT
// ar_learn.js - texts of the rules, the training and the explorer in Arabic.
/** @type {Record<string, string>} */
export default {
  "try.won": "فاز {side}.", "try.draw": "تعادل.", "try.throw": "{side} يرمي.", "try.move": "الدور على {side}.",
  "try.moveThrow": "رمى {side} {n} وعليه أن يحرّك.", "try.pass": "رمى {side} {n}: لا نقلة ممكنة، وينتقل الدور.",
  "try.passPlain": "لا نقلة متاحة لـ{side}.",

  "rules.games": "الألعاب", "rules.start": "اللوح في البداية", "rules.play": "العب الآن", "rules.numbered": "القواعد واحدة واحدة",
  "rules.numberedLead": "عندما تُرفض نقلة تذكر الصفحة رقم القاعدة. لكل قاعدة أمثلة: جرّبها على اللوح.",
  "rules.rule": "القاعدة {rule}", "rules.examples": "جرّب: عدد الأمثلة {n}", "rules.choose": "المثال",
  "rules.board": "مثال: {title}", "rules.tries": "نقلات للتجربة", "rules.legal": "مسموحة", "rules.refused": "مرفوضة",
  "rules.next": "التالي:", "rules.again": "أعد المثال من البداية", "rules.played": "لُعبت {move}.",
  "rules.bad": "هذه الأوضاع مرفوضة:",

  "training.game": "اللعبة", "training.source": "الألغاز", "training.source.mixed": "كل الأنواع", "training.source.mistakes": "أخطائي", "training.source.new": "جديدة",
  "training.lead": "مواقف من أخطائك ومواقف جديدة. ما تحلّه يعود بعد 1 و3 و7 و16 و35 يومًا.",
  "training.searching": "جارٍ البحث عن لغز…", "training.question": "الدور على {side}. نقلة واحدة هي الأفضل بوضوح. ما هي؟",
  "training.none": "لم يُعثر على لغز. حاول مرة أخرى أو اختر لعبة أخرى.",
  "training.noMistakes": "لا أخطاء تنتظر. أكمل مباراة من هذا النوع، أو اختر ألغازًا جديدة.",
  "training.right": "صحيح: {move} هي أفضل نقلة.", "training.rightLater": "نعم، {move} هي أفضل نقلة.",
  "training.wrong": "{move} تخسر {loss}.", "training.tryAgain": "حاول مرة أخرى.",
  "training.wrongAgain": "{move} تخسر {loss}. أفضل نقلة هي {best}.", "training.best": "أفضل نقلة هي {move}.",
  "training.played": "في مباراتك لعبت {move} وخسرت {loss}.",
  "training.margin": "تقدّمها على ثاني أفضل نقلة: {margin} ({source}).", "training.depths": "بحث حتى العمق {a} و{b}",
  "training.rated": "أضعف مستوى يحلّه: {level}.", "training.unrated": "لا يحلّه أي مستوى.", "training.stones": "{n} حجر",
  "training.next": "اللغز التالي", "training.again": "مرة أخرى", "training.solution": "أظهر الحل", "training.skip": "تخطَّ",
  "training.streak": "متتالية", "training.bestStreak": "أطول متتالية", "training.daysInRow": "أيام متتالية", "training.due": "المستحق الآن",
  "training.solved": "المحلول", "training.level": "المستوى",

  "explorer.back": "رجوع", "explorer.first": "إلى البداية", "explorer.play": "العب من هنا", "explorer.throws": "الرمية",
  "explorer.before": "قبل الرمي", "explorer.moves": "كل النقلات", "explorer.move": "النقلة", "explorer.value": "القيمة", "explorer.loss": "الخسارة",
  "explorer.why": "لماذا", "explorer.throw": "الرمية", "explorer.chance": "الاحتمال", "explorer.best": "أفضل نقلة",
  "explorer.position": "القيمة قبل الرمي: {value}", "explorer.edit": "انقر على اللوح لكي", "explorer.moveBrush": "تحرّك",
  "explorer.put": "تضع {side}", "explorer.empty": "تزيل", "explorer.more": "تضيف حجرًا", "explorer.less": "تأخذ حجرًا",
  "explorer.toMove": "الدور على {side}", "explorer.start": "البداية المعتادة", "explorer.clear": "لوح فارغ",
  "explorer.text": "الوضع نصًّا", "explorer.set": "طبّق", "explorer.copy": "خذه معك", "explorer.copy.link": "انسخ الرابط",
  "explorer.copy.text": "انسخ النص", "explorer.copy.svg": "احفظ SVG", "explorer.copy.png": "احفظ PNG", "explorer.copied": "تم النسخ.",
};
