// Interface text of the chart editor's JSON. One object for each module that shows it.

export const readJson = {
  unexpectedContentAfterTheClosing: "Unexpected content after the closing bracket.",
  tooManyNestingLevels: "Too many nesting levels.",
  invalidNumberWriteItAs: "Invalid number. Write it as 0.5 or 1200.",
  wrapTextInDoubleQuotes: (word: string | number) => `Wrap text in double quotes: "${word}".`,
  doubleQuotes: "Use double quotes.",
  valueExpected: "Value expected.",
  colonExpectedAfterTheProperty: "Colon expected after the property name.",
  commaOrClosingBraceExpected: "Comma or closing brace expected.",
  commaOrClosingBracketExpected: "Comma or closing bracket expected.",
  unterminatedStringOrUnescapedCharacter: "Unterminated string or unescaped character.",
  removeTheCommaBeforeThe: "Remove the comma before the closing brace.",
  propertyNameInDoubleQuotes: "Property name in double quotes expected.",
};
