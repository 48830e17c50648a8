import type { Source, SourceColumn } from "../../api/sources";
import { isKeyColumn } from "./key-column";
import { questions as text } from "./strings";
import { readableColumn } from "./unit";

const MOST_GROUPS = 30;
/** A list of the ten highest leaves some out only where there are more. */
const MOST_NAMED = 10;
const FEW_DAYS = 28;
/** Series that a thumbnail can tell apart. */
const MOST_SERIES = 6;

/** A question with the columns that its chart shows. */
export type TableQuestion = {
  text: string;
  /** The question as it is shown, with readable names and units of columns. */
  label: string;
} & (
  | { form: "time"; measure: string; time: string }
  | { form: "series"; measure: string; time: string; group: string }
  | { form: "weekday"; measure: string; time: string }
  | { form: "group"; measure: string; group: string }
  | { form: "groups"; measure: string; group: string; series: string }
  | { form: "top" | "bottom"; measure: string; name: string }
  | { form: "countOverTime"; time: string }
  | { form: "map"; latitude: string; longitude: string }
  | { form: "count"; group: string }
  | { form: "counts"; group: string; series: string }
  | { form: "mostRows"; group: string }
  | { form: "pair"; x: string; y: string }
  | { form: "distribution"; measure: string }
);

/** Returns questions that the columns of a table can answer, the most telling first; more than are shown. */
export function questionsAbout({ columns, rowCount }: Pick<Source, "columns" | "rowCount">): TableQuestion[] {
  const rows = rowCount ?? 0;
  if (rows < 2) return [];
  const isFilled = ({ nulls }: SourceColumn) => nulls < rows / 2;
  const usable = columns.filter((column) => isFilled(column) && column.distinct > 1);
  // Nearly constant columns say little: many distinct values come first.
  const measures = usable
    .filter((column) => isMeasure(column, rows))
    .sort((one, other) => other.distinct - one.distinct);
  const groups = usable.filter(({ type, distinct }) => type === "string" && distinct <= MOST_GROUPS && distinct < rows);
  const times = usable.find(isTime);
  const time = times?.name;
  const [measure, secondMeasure, thirdMeasure] = measures.map(({ name }) => name);
  const [group, secondGroup] = groups.map(({ name }) => name);
  const names = usable.filter(
    (column) => column.type === "string" && column.distinct > MOST_NAMED && !groups.includes(column),
  );
  const name = names[0]?.name;
  // Few rows that have a name each are all shown.
  const label = usable.find(
    ({ type, distinct }) => type === "string" && distinct === rows && rows <= MOST_GROUPS,
  )?.name;
  // Names with several rows each can be ranked by how many.
  const repeated = names.find(({ distinct }) => distinct < rows / 2)?.name;
  const series = groups.find(({ distinct }) => distinct <= MOST_SERIES)?.name;
  const [latitude, longitude] = [/^lat(itude)?$/i, /^(lon|lng|long|longitude)$/i].map(
    (pattern) => usable.find(({ name, type }) => type === "number" && pattern.test(name))?.name,
  );
  const asked = [
    map(latitude, longitude),
    overTime(measure, time),
    byGroup(measure, group),
    byName(measure, label),
    countOf(group),
    against(measure, secondMeasure),
    distributionOf(measure),
    extreme("top", measure, name),
    mostRows(repeated),
    byGroup(secondMeasure, group),
    byName(secondMeasure, label),
    byGroup(measure, secondGroup),
    overTime(secondMeasure, time),
    distributionOf(secondMeasure),
    countOf(secondGroup),
    overTimeBy(measure, time, series),
    byWeekday(measure, times),
    countOverTime(time),
    extreme("bottom", measure, name),
    extreme("top", secondMeasure, name),
    against(measure, thirdMeasure),
    distributionOf(thirdMeasure),
    byGroups(measure, group, secondGroup),
    countsOf(group, secondGroup),
  ];
  return asked.filter((question) => question !== null);
}

type Name = string | undefined;

function overTime(measure: Name, time: Name): TableQuestion | null {
  if (!measure || !time) return null;
  const label = capitalize(text.overTime(readableColumn(measure), text.time));
  return { text: text.overTime(measure, time), label, form: "time", measure, time };
}

function overTimeBy(measure: Name, time: Name, group: Name): TableQuestion | null {
  if (!measure || !time || !group) return null;
  const label = capitalize(text.overTimeBy(readableColumn(measure), text.time, readableColumn(group)));
  return { text: text.overTimeBy(measure, time, group), label, form: "series", measure, time, group };
}

/** Days of a few weeks or more have a weekday each. */
function byWeekday(measure: Name, time: SourceColumn | undefined): TableQuestion | null {
  if (!measure || !time || time.type === "integer" || time.distinct < FEW_DAYS) return null;
  return { ...worded(text.byWeekday, measure), form: "weekday", measure, time: time.name };
}

function countOverTime(time: Name): TableQuestion | null {
  if (!time) return null;
  return { text: text.countOverTime(time), label: text.countOverTime(text.time), form: "countOverTime", time };
}

/** Rows with a name each, or many of them, are ranked instead of grouped. */
function extreme(form: "top" | "bottom", measure: Name, name: Name): TableQuestion | null {
  const wording = form === "top" ? text.top : text.bottom;
  return measure && name ? { ...worded(wording, name, measure), form, measure, name } : null;
}

function mostRows(group: Name): TableQuestion | null {
  return group ? { ...worded(text.mostRows, group), form: "mostRows", group } : null;
}

function map(latitude: Name, longitude: Name): TableQuestion | null {
  return latitude && longitude ? { text: text.map, label: text.map, form: "map", latitude, longitude } : null;
}

function byGroup(measure: Name, group: Name): TableQuestion | null {
  return measure && group ? { ...worded(text.byGroup, measure, group), form: "group", measure, group } : null;
}

function byName(measure: Name, group: Name): TableQuestion | null {
  return measure && group ? { ...worded(text.byName, measure, group), form: "group", measure, group } : null;
}

function byGroups(measure: Name, group: Name, series: Name): TableQuestion | null {
  if (!measure || !group || !series) return null;
  return { ...worded(text.byGroups, measure, group, series), form: "groups", measure, group, series };
}

function countsOf(group: Name, series: Name): TableQuestion | null {
  return group && series ? { ...worded(text.countByGroups, group, series), form: "counts", group, series } : null;
}

function countOf(group: Name): TableQuestion | null {
  return group ? { ...worded(text.countByGroup, group), form: "count", group } : null;
}

function against(x: Name, y: Name): TableQuestion | null {
  return x && y ? { ...worded(text.against, x, y), form: "pair", x, y } : null;
}

function distributionOf(measure: Name): TableQuestion | null {
  return measure ? { ...worded(text.distribution, measure), form: "distribution", measure } : null;
}

function worded<Names extends string[]>(write: (...names: Names) => string, ...names: Names) {
  return { text: write(...names), label: capitalize(write(...(names.map(readableColumn) as Names))) };
}

function capitalize(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function isTime({ name, type, min, max }: SourceColumn): boolean {
  if (type === "date" || type === "datetime") return true;
  const isYear = (value: unknown) => typeof value === "number" && value >= 1500 && value <= 2200;
  return type === "integer" && /year/i.test(name) && isYear(min) && isYear(max);
}

/** Numbers that can be averaged: not keys, codes, places or years. */
function isMeasure(column: SourceColumn, rows: number): boolean {
  const { name, type } = column;
  if ((type !== "number" && type !== "integer") || isTime(column) || isKeyColumn(column, rows)) return false;
  return !/(^|[_\s-])(lat|lon|lng|latitude|longitude)$/i.test(name);
}
