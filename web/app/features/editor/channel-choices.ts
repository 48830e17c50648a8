import type { Choice } from "../../ui/select-field";
import { channelFields as text } from "./strings";

export const aggregateChoices: Choice[] = [
  { value: "", label: text.none },
  { value: "sum", label: text.total },
  { value: "mean", label: text.average },
  { value: "median", label: text.median },
  { value: "min", label: text.minimum },
  { value: "max", label: text.maximum },
  { value: "count", label: text.numberOfRows },
  { value: "distinct", label: text.distinctValues },
];

export const timeChoices: Choice[] = [
  { value: "", label: text.none },
  { value: "year", label: text.byYear },
  { value: "yearquarter", label: text.byQuarter },
  { value: "yearmonth", label: text.byMonth },
  { value: "yearweek", label: text.byWeek },
  { value: "yearmonthdate", label: text.byDay },
  { value: "month", label: text.monthOfYear },
  { value: "day", label: text.dayOfWeek },
  { value: "hours", label: text.hourOfDay },
];

export const sortChoices: Choice[] = [
  { value: "", label: text.automatic },
  { value: "-value", label: text.largestFirst },
  { value: "value", label: text.smallestFirst },
  { value: "ascending", label: text.nameAZ },
  { value: "descending", label: text.nameZA },
  { value: "none", label: text.rowOrder },
];

export const formatChoices: Choice[] = [
  { value: "", label: text.automatic },
  { value: ",d", label: text.wholeNumber1234 },
  { value: ",.1f", label: text.oneDecimal },
  { value: ",.2f", label: text.twoDecimals },
  { value: ".3~s", label: text.abbreviated },
  { value: ".0%", label: text.percent12 },
  { value: ".1%", label: text.percent123 },
  { value: "$,.0f", label: text.dollars1234 },
  { value: "$,.2f", label: text.dollars123450 },
];

export const scaleChoices: Choice[] = [
  { value: "", label: text.linear },
  { value: "log", label: text.logarithmic },
  { value: "sqrt", label: text.squareRoot },
];
