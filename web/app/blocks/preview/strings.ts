// Interface text of the preview of attached data. One object for each module that shows it.

export const questions = {
  total: (measure: string) => `Total ${measure}`,
  average: (measure: string) => `Average ${measure}`,
  overTime: (figure: string, time: string) => `${figure} over ${time}`,
  time: "time",
  overTimeBy: (figure: string, time: string, group: string) => `${figure} over ${time} by ${group}`,
  byWeekday: (measure: string) => `Average ${measure} by weekday`,
  countByGroups: (one: string, other: string) => `Number of rows by ${one} and ${other}`,
  countOverTime: (time: string) => `Number of rows over ${time}`,
  top: (name: string, measure: string) => `Top 10 ${name} by ${measure}`,
  bottom: (name: string, measure: string) => `Bottom 10 ${name} by ${measure}`,
  mostRows: (name: string) => `Top 10 ${name} by number of rows`,
  map: "Show the rows on a map",
  byGroup: (figure: string, group: string) => `${figure} by ${group}`,
  byGroups: (figure: string, one: string, other: string) => `${figure} by ${one} and ${other}`,
  countByGroup: (group: string) => `Number of rows by ${group}`,
  against: (one: string, other: string) => `Relationship between ${one} and ${other}`,
  distribution: (measure: string) => `Distribution of ${measure}`,
};

export const dataPreview = {
  attachedTables: "Attached tables",
  preview: (name: string) => `Preview of ${name}`,
  size: (rows: string, columns: string) => `${rows} × ${columns}`,
  rows: "row",
  columns: "column",
  goodQuestions: "Suggested questions",
  theRows: "the rows",
  words: "Glossary",
  wordsHint: "Your terms for columns and values, such as “big orders”",
  firstRows: (count: string) => `Showing the first ${count} rows.`,
  coversFirstRows: "Distributions and thumbnails cover only these rows.",
  estimated: (step: string) => `Distributions and thumbnails are estimated from 1 in ${step} rows.`,
};

export const columnFinder = {
  findColumn: "Find a column",
  placeholder: "Find a column…",
  found: (name: string, place: string, count: string) => `${name}, column ${place} of ${count}`,
  noMatch: "No column matches.",
};

export const columnCard = {
  types: {
    string: "text",
    number: "number",
    integer: "whole number",
    boolean: "yes or no",
    date: "date",
    datetime: "date and time",
  },
  key: "identifier",
  distinct: (count: string) => `${count} distinct`,
  missing: (share: string) => `${share} missing`,
  complete: "none missing",
  edit: "Edit column",
  range: (low: string, high: string) => `${low} to ${high}`,
  others: (count: string) => `and ${count} more`,
  allDifferent: "Almost every value is unique",
};

export const columnEdits = {
  undo: "Undo",
  undone: "Change undone",
  notSaved: "Couldn't change the column",
};

export const columnDialog = {
  title: (column: string) => `Edit ${column}`,
  explanation: "Answers and charts use this name, unit, and type. The file isn't changed.",
  name: "Name",
  unit: "Unit",
  unitExample: "for example: mm",
  type: "Type",
  save: "Save column",
  saved: "Column saved",
  restore: (column: string) => `Restore “${column}”`,
  restored: "Column restored",
};

export const repairs = {
  fixed: (things: string) => `${things} fixed`,
  things: "problem",
  missing: (number: string) => `${number} is treated as missing`,
  spelling: (from: string, to: string) => `“${from}” is treated as “${to}”`,
  spellings: (from: string, to: string, rest: string) => `“${from}” is treated as “${to}”, and ${rest}`,
  others: "more spelling",
  undo: "Undo",
  undoRepair: (column: string) => `Undo for ${column}`,
  undone: "Original values restored",
};

export const sourceWords = {
  theWords: "the glossary",
  explanation: "Define the terms that you use for this table. Every question about it uses these definitions.",
  row: "Each row is a",
  rowExample: "for example: flight",
  list: "Terms and their meanings",
  words: "Term",
  mean: "Meaning",
  column: "Column",
  number: "Number",
  values: "Values, separated by commas",
  kinds: {
    column: "name the column",
    high: "mean a high value of",
    low: "mean a low value of",
    above: "mean a value above a number in",
    below: "mean a value below a number in",
    is: "mean certain values of",
  },
  suggested: "Suggested",
  addWord: "Add term",
  remove: (words: string) => (words === "" ? "Remove entry" : `Remove “${words}”`),
  save: "Save glossary",
  saved: "Glossary saved",
  notSaved: "Couldn't save the glossary",
  exportWords: "Export",
  importWords: "Import",
  importFile: "Glossary file",
  imported: "Glossary imported",
  skipped: (words: string) => `Skipped because they don't match this table: ${words}`,
  notImported: "Couldn't import the glossary",
  noWords: "This file contains no terms. Choose a file exported from this dialog.",
  fileName: (source: string) => `${source} glossary.json`,
  faults: {
    twice: "This term is listed twice. Remove one of the entries.",
    number: "Enter a number.",
    values: "Enter at least one value.",
  },
};

export const wordsDialog = {
  editWords: "Edit glossary",
  title: (source: string) => `Glossary for ${source}`,
};
