const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const TIME = "\\d\\d:\\d\\d:\\d\\d";
const FIXDATE = new RegExp(`^${DAY}, \\d\\d ${MONTH} \\d{4} ${TIME} GMT$`);
const RFC_850 = new RegExp(
  `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-${MONTH}-\\d\\d ${TIME} GMT$`,
);
const ASCTIME = new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`);

/** Milliseconds since 1970 of a date in one of the three forms of RFC 9110 §5.6.7; `undefined` for anything else. */
export function parseHttpDate(text: string): number | undefined {
  const isCurrent = FIXDATE.test(text) || RFC_850.test(text);
  if (!isCurrent && !ASCTIME.test(text)) return undefined;
  const time = Date.parse(isCurrent ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
