const dayName = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const monthName = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const timeOfDay = "\\d\\d:\\d\\d:\\d\\d";
const fixdate = new RegExp(`^${dayName}, \\d\\d ${monthName} \\d{4} ${timeOfDay} GMT$`);
const rfc850Date = new RegExp(
  `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-${monthName}-\\d\\d ${timeOfDay} GMT$`,
);
const asctimeDate = new RegExp(`^${dayName} ${monthName} [ \\d]\\d ${timeOfDay} \\d{4}$`);

/** Milliseconds since 1970 of a date in one of the three forms of RFC 9110 §5.6.7; `undefined` for anything else. */
export function parseHttpDate(text: string): number | undefined {
  const isCurrent = fixdate.test(text) || rfc850Date.test(text);
  if (!isCurrent && !asctimeDate.test(text)) return undefined;
  const time = Date.parse(isCurrent ? text.replace(shortYear, longYear) : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

const shortYear = /(?<=-)\d\d(?= )/;

/** Two digits are a year that is at most 50 years in the future. */
function longYear(digits: string): string {
  const latest = new Date().getUTCFullYear() + 50;
  return String(latest - ((latest - Number(digits)) % 100));
}
