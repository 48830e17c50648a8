import { format as text } from "./strings";

/** The interface is English, and so are its numbers and dates. */
const locale = "en";

const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const calendarDay = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });

/** 12430 → "12,430". */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** 7 → "+7", -1200 → "−1,200" with a true minus sign. */
export function formatSigned(count: number): string {
  if (count === 0) return "0";
  return `${count > 0 ? "+" : "−"}${formatCount(Math.abs(count))}`;
}

/** A p-value with three decimals, or that it is smaller. */
export function formatPValue(value: number): string {
  return value < 0.001 ? "<0.001" : value.toFixed(3);
}

/** Cents as a price, without cents if there are none: 2000 → "$20". */
export function formatPrice(cents: number, currency = "usd"): string {
  const style = {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  };
  return new Intl.NumberFormat(locale, { ...style, style: "currency" }).format(cents / 100);
}

/** "1 row", "12,430 rows"; `many` where adding an s is wrong. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** An RFC 3339 time as a day: "21 Nov 2026" in the reader's time zone. */
export function formatDay(time: string): string {
  return calendarDay.format(new Date(time));
}

/** An RFC 3339 time to the minute: "Nov 21, 2026, 9:05 AM" in the reader's time zone. */
export function formatMoment(time: string): string {
  return moment.format(new Date(time));
}

/** A time of day to the second, on a 24-hour clock. */
export function formatClock(time: string | number): string {
  return clock.format(new Date(time));
}

/** Formats an RFC 3339 time: "just now", "3 hours ago", and the date if it is more than a week ago. */
export function formatAgo(time: string, now: number = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1_000;
  const age = Math.abs(seconds);
  if (age < 60) return text.justNow;
  if (age < 3_600) return relative.format(Math.trunc(seconds / 60), "minute");
  if (age < 86_400) return relative.format(Math.trunc(seconds / 3_600), "hour");
  if (age < 7 * 86_400) return relative.format(Math.trunc(seconds / 86_400), "day");
  return formatDay(time);
}

/** 1536 → "1.5 kB"; decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** 9 → "9 ms", 1240 → "1.2 s". */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
