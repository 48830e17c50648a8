//! Matches the names in a query with the names in its tables.
//!
//! Columns keep the case that their file gave them, and people and models write `SELECT origin`
//! as often as `SELECT Origin`. A name without quotes takes the spelling of the one column that
//! differs from it only by case; a quoted name is left alone where it names something.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use sqlparser::ast::{
    Expr, Ident, JoinConstraint, JoinOperator, ObjectName, ObjectNamePart, Query, Select,
    SelectItem, SelectItemQualifiedWildcardKind, SetExpr, Statement, TableAlias, TableFactor,
    VisitMut, VisitorMut, WildcardAdditionalOptions, WindowType,
};

/// A table that a query may read, and the names of its columns.
#[derive(Clone, Debug)]
pub struct AllowedTable {
    pub name: String,
    pub columns: Vec<String>,
    /// Names that columns had before they were renamed, with the names that they have now.
    pub former: Vec<(String, String)>,
}

/// A statement whose names are those of its tables.
#[derive(Clone, Debug)]
pub struct MatchedQuery {
    pub statement: Statement,
    /// The column names of the result: the engine's name, then the requested one.
    pub renamed: HashMap<String, String>,
}

/// Gives every name in the statement the spelling of the table, column or alias that it means.
pub fn match_names(mut statement: Statement, tables: &[AllowedTable]) -> MatchedQuery {
    let mut found = FoundNames::default();
    for table in tables {
        found.relations.add_name(&table.name, false);
        for column in &table.columns {
            found.columns.add_name(column, false);
        }
    }
    let _ = statement.visit(&mut NameCollector { found: &mut found });
    // Queries of before a renaming still run; names that tables or the query itself have come first.
    for (former, name) in tables.iter().flat_map(|table| &table.former) {
        let folded = former.to_lowercase();
        if !found.columns.folded.contains_key(&folded) {
            found.former.insert(folded.clone());
            found.columns.folded.insert(folded, Some(name.clone()));
        }
    }
    let renamed = outermost_aliases(&statement, &found);
    let _ = statement.visit(&mut Rewrite { found: &found });
    MatchedQuery { statement, renamed }
}

/// Returns whether `name`, in lower case, occurs in `sql` as a whole word.
pub fn has_mention(sql: &str, name: &str) -> bool {
    let sql = sql.to_lowercase();
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    sql.match_indices(name).any(|(start, found)| {
        let before = sql[..start].chars().next_back();
        let after = sql[start + found.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// The name among `names` that is most like `name`, if any is like it.
pub fn nearest_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().take(64).collect();
    names
        .map(|candidate| {
            let chars: Vec<char> = candidate.to_lowercase().chars().take(64).collect();
            let shared = wanted.len() >= 3
                && chars.len() >= 3
                && (chars.starts_with(&wanted) || wanted.starts_with(&chars));
            let distance = if shared {
                1
            } else {
                edit_distance(&wanted, &chars)
            };
            (distance, candidate)
        })
        .filter(|(distance, _)| *distance * 3 <= wanted.len().max(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn edit_distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

/// Names of one sort, by their spelling in lower case.
#[derive(Default)]
struct NameSet {
    exact: HashSet<String>,
    /// `None` if several differ only by case.
    folded: HashMap<String, Option<String>>,
}

impl NameSet {
    /// An alias never takes the place of a name that a table has.
    fn add_name(&mut self, name: &str, is_alias: bool) {
        let folded = name.to_lowercase();
        match self.folded.get(&folded) {
            None => {
                self.folded.insert(folded, Some(name.to_owned()));
                self.exact.insert(name.to_owned());
            }
            Some(Some(known)) if known != name && !is_alias => {
                self.folded.insert(folded, None);
                self.exact.insert(name.to_owned());
            }
            Some(_) => {}
        }
    }

    fn spelling_of(&self, name: &str) -> String {
        if self.exact.contains(name) {
            return name.to_owned();
        }
        match self.folded.get(&name.to_lowercase()) {
            Some(Some(known)) => known.clone(),
            _ => name.to_owned(),
        }
    }
}

#[derive(Default)]
struct FoundNames {
    columns: NameSet,
    relations: NameSet,
    /// Names of before a renaming, in lower case.
    former: HashSet<String>,
}

impl FoundNames {
    fn if_former<'a>(&self, column: &'a Ident) -> Option<&'a Ident> {
        Some(column).filter(|column| self.former.contains(&column.value.to_lowercase()))
    }

    fn match_column(&self, identifier: &mut Ident) {
        identifier.value = self.columns.spelling_of(&identifier.value);
        identifier.quote_style = Some('"');
    }

    fn match_relation(&self, identifier: &mut Ident) {
        identifier.value = self.relations.spelling_of(&identifier.value);
        identifier.quote_style = Some('"');
    }

    fn match_path(&self, parts: &mut [Ident]) {
        if let Some((column, relations)) = parts.split_last_mut() {
            self.match_column(column);
            for relation in relations {
                self.match_relation(relation);
            }
        }
    }

    fn match_object(&self, name: &mut ObjectName) {
        for part in &mut name.0 {
            if let ObjectNamePart::Identifier(identifier) = part {
                self.match_relation(identifier);
            }
        }
    }

    fn match_table_alias(&self, alias: &mut TableAlias) {
        self.match_relation(&mut alias.name);
        for column in &mut alias.columns {
            self.match_column(&mut column.name);
        }
    }
}

/// Learns the names that the query itself gives.
struct NameCollector<'a> {
    found: &'a mut FoundNames,
}

impl NameCollector<'_> {
    fn alias(&mut self, alias: &TableAlias) {
        self.found.relations.add_name(&alias.name.value, true);
        for column in &alias.columns {
            self.found.columns.add_name(&column.name.value, true);
        }
    }

    fn column(&mut self, alias: &Ident) {
        // A quoted alias means exactly its spelling, beside a column that differs by case.
        if alias.quote_style.is_some() {
            self.found.columns.exact.insert(alias.value.clone());
        }
        self.found.columns.add_name(&alias.value, true);
    }
}

impl VisitorMut for NameCollector<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        for cte in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.alias(&cte.alias);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        for item in &select.projection {
            if let SelectItem::ExprWithAlias { alias, .. } = item {
                self.column(alias);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if let Some(alias) = alias_of(factor) {
            self.alias(alias);
        }
        ControlFlow::Continue(())
    }
}

struct Rewrite<'a> {
    found: &'a FoundNames,
}

impl VisitorMut for Rewrite<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        for cte in query.with.iter_mut().flat_map(|with| &mut with.cte_tables) {
            self.found.match_table_alias(&mut cte.alias);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        for item in &mut select.projection {
            match item {
                SelectItem::ExprWithAlias { alias, .. } => self.found.match_column(alias),
                SelectItem::Wildcard(options) => self.match_wildcard(options),
                SelectItem::QualifiedWildcard(kind, options) => {
                    if let SelectItemQualifiedWildcardKind::ObjectName(name) = kind {
                        self.found.match_object(name);
                    }
                    self.match_wildcard(options);
                }
                _ => {}
            }
        }
        for definition in &mut select.named_window {
            definition.0 = fold_identifier(&definition.0);
        }
        for from in &mut select.from {
            for join in &mut from.joins {
                self.match_using(&mut join.join_operator);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if let Some(alias) = alias_of(factor) {
            self.found.match_table_alias(alias);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, relation: &mut ObjectName) -> ControlFlow<()> {
        self.found.match_object(relation);
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        match expression {
            Expr::Identifier(identifier) => self.found.match_column(identifier),
            Expr::CompoundIdentifier(parts) => self.found.match_path(parts),
            Expr::Function(function) => {
                for part in &mut function.name.0 {
                    if let ObjectNamePart::Identifier(identifier) = part {
                        *identifier = fold_identifier(identifier);
                    }
                }
                match &mut function.over {
                    Some(WindowType::NamedWindow(name)) => *name = fold_identifier(name),
                    Some(WindowType::WindowSpec(window)) => {
                        window.window_name = window.window_name.as_ref().map(fold_identifier);
                    }
                    None => {}
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Rewrite<'_> {
    fn match_wildcard(&self, options: &mut WildcardAdditionalOptions) {
        use sqlparser::ast::ExcludeSelectItem::{Multiple, Single};
        let names = match &mut options.opt_exclude {
            Some(Single(name)) => std::slice::from_mut(name),
            Some(Multiple(names)) => names.as_mut_slice(),
            None => &mut [],
        };
        for name in names {
            self.collect_columns(name);
        }
        if let Some(except) = &mut options.opt_except {
            self.found.match_column(&mut except.first_element);
            for name in &mut except.additional_elements {
                self.found.match_column(name);
            }
        }
    }

    fn match_using(&self, operator: &mut JoinOperator) {
        use JoinOperator::{
            Anti, FullOuter, Inner, Join, Left, LeftAnti, LeftOuter, LeftSemi, Right, RightAnti,
            RightOuter, RightSemi, Semi,
        };
        if let Join(on) | Inner(on) | Left(on) | LeftOuter(on) | Right(on) | RightOuter(on)
        | FullOuter(on) | Semi(on) | LeftSemi(on) | RightSemi(on) | Anti(on) | LeftAnti(on)
        | RightAnti(on) = operator
            && let JoinConstraint::Using(names) = on
        {
            for name in names {
                self.collect_columns(name);
            }
        }
    }

    fn collect_columns(&self, name: &mut ObjectName) {
        for part in &mut name.0 {
            if let ObjectNamePart::Identifier(identifier) = part {
                self.found.match_column(identifier);
            }
        }
    }
}

fn alias_of(factor: &mut TableFactor) -> Option<&mut TableAlias> {
    match factor {
        TableFactor::Table { alias, .. }
        | TableFactor::Derived { alias, .. }
        | TableFactor::NestedJoin { alias, .. } => alias.as_mut(),
        _ => None,
    }
}

fn fold_identifier(identifier: &Ident) -> Ident {
    Ident::new(identifier.value.to_lowercase())
}

/// The aliases of the first SELECT that the result takes its names from.
fn outermost_aliases(statement: &Statement, found: &FoundNames) -> HashMap<String, String> {
    let Statement::Query(query) = statement else {
        return HashMap::new();
    };
    let mut body = query.body.as_ref();
    let select = loop {
        match body {
            SetExpr::Select(select) => break select,
            SetExpr::Query(query) => body = query.body.as_ref(),
            SetExpr::SetOperation { left, .. } => body = left.as_ref(),
            _ => return HashMap::new(),
        }
    };
    select
        .projection
        .iter()
        .filter_map(|item| match item {
            SelectItem::ExprWithAlias { alias, .. } => Some(alias),
            // The result keeps the name of before, which its chart knows.
            SelectItem::UnnamedExpr(Expr::Identifier(column)) => found.if_former(column),
            SelectItem::UnnamedExpr(Expr::CompoundIdentifier(path)) => {
                path.last().and_then(|column| found.if_former(column))
            }
            _ => None,
        })
        .filter_map(|name| {
            let spelling = found.columns.spelling_of(&name.value);
            (spelling != name.value).then(|| (spelling, name.value.clone()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(sql: &str) -> (String, HashMap<String, String>) {
        let dialect = sqlparser::dialect::GenericDialect {};
        let statement = sqlparser::parser::Parser::parse_sql(&dialect, sql).unwrap();
        let table = AllowedTable {
            name: "sales".to_owned(),
            columns: vec!["Takings (€)".to_owned(), "region".to_owned()],
            former: vec![
                ("amount".to_owned(), "Takings (€)".to_owned()),
                ("Region".to_owned(), "area".to_owned()),
            ],
        };
        let matched = match_names(statement.into_iter().next().unwrap(), &[table]);
        (matched.statement.to_string(), matched.renamed)
    }

    #[test]
    fn former_column_names_still_work_and_name_the_result() {
        let (sql, renamed) = matched("SELECT region, s.amount FROM sales s WHERE amount > 1");
        assert_eq!(
            sql,
            "SELECT \"region\", \"s\".\"Takings (€)\" FROM \"sales\" \"s\" WHERE \"Takings (€)\" > 1"
        );
        let expected = [("Takings (€)".to_owned(), "amount".to_owned())];
        assert_eq!(renamed, HashMap::from(expected));
    }

    #[test]
    fn names_of_the_query_come_before_former_column_names() {
        let (sql, renamed) = matched("SELECT region AS amount FROM sales ORDER BY amount");
        assert_eq!(
            sql,
            "SELECT \"region\" AS \"amount\" FROM \"sales\" ORDER BY \"amount\""
        );
        assert_eq!(renamed, HashMap::new());
    }

    #[test]
    fn table_mention_is_matched_only_as_whole_word() {
        assert!(has_mention(r#"select * from "Cars""#, "cars"));
        assert!(has_mention("select a from cars, trucks", "cars"));
        assert!(!has_mention("select * from cars_2", "cars"));
        assert!(!has_mention("select oscars from t", "cars"));
    }
}
