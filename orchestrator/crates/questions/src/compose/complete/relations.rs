//! Two quantities: whether they are set against each other or shown beside each other.

use crate::compose::draft::{Draft, Mention};
use crate::plan::Mark;
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// Tells whether the question is if two things are connected: "home office days against satisfaction: is there a relation".
    pub(super) fn asks_connection(&self) -> bool {
        self.versus_at.is_some()
            && self.tokens.windows(3).any(|three| {
                three[0].is("is there")
                    && three.iter().any(|token| {
                        token.is("relation relationship connection association link correlation")
                    })
            })
    }

    /// "Are louder songs more energetic", "do thicker books weigh more": both quantities grow together or not, and their means say
    /// nothing of it.
    pub(super) fn compares_degrees(&self) -> bool {
        let asks = self
            .tokens
            .first()
            .is_some_and(|token| token.is("do does did are is was were"));
        let is_comparative = |token: &crate::language::Token| {
            let base = || token.word.strip_suffix("er");
            crate::language::lexicon::comparative(&token.word).is_some()
                // "Louder", "thicker": the base is an adjective.
                || base().is_some_and(|base| base.len() > 2 && portolan_thesaurus::is_adjective(base))
        };
        let degrees = self
            .tokens
            .iter()
            .filter(|token| is_comparative(token))
            .count();
        let has_other = self.tokens.iter().any(|token| token.is("than or"));
        asks && degrees >= 2 && !has_other && self.groups.is_empty() && self.extreme.is_none()
    }

    /// "deposits against withdrawals per month": amounts of one kind beside each other and no relation.
    pub(super) fn compares_amounts(&self, mentions: &[Mention]) -> bool {
        let by_word = self
            .versus_at
            .is_some_and(|at| self.tokens[self.nodes[at].start].is("vs versus against compared v"));
        let amounts: Vec<ColumnId> = mentions
            .iter()
            .map(|mention| mention.id)
            .filter(|id| self.schema.column(*id).is_quantity())
            .collect();
        let [first, second] = amounts.as_slice() else {
            return false;
        };
        let (first, second) = (self.schema.column(*first), self.schema.column(*second));
        let is_money = first
            .unit
            .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Money);
        let alike = first.unit == second.unit
            && (is_money
                || first.role == Role::Additive && second.role == Role::Additive
                || first.words[0].stem == second.words[0].stem && first.words.len() > 1);
        let divided = !self.groups.is_empty()
            || mentions.iter().any(|mention| {
                self.schema.column(mention.id).is_text()
                    && self.schema.column(mention.id).profile.distinct > 1
            });
        by_word
            && alike
            && divided
            && self.correlation_at.is_none()
            && !self.has_wish(Mark::Point)
            && !self.has_wish(Mark::Bubble)
    }

    /// "temperature and number of bikers": two quantities of different kinds and nothing that divides them. Their totals beside
    /// each other say nothing, and each row has both.
    pub(super) fn pairs_unlike(&self, mentions: &[Mention]) -> bool {
        let [first, second] = mentions else {
            return false;
        };
        let (from, to) = (first.at.min(second.at), first.at.max(second.at));
        let is_joined = self.nodes[from..to]
            .iter()
            .any(|node| self.tokens[node.start].is("and & with"));
        let (left, right) = (self.schema.column(first.id), self.schema.column(second.id));
        let is_alike = left.unit.is_some() && left.unit == right.unit
            || left.role == Role::Additive && right.role == Role::Additive;
        let is_plain = self.aggregate.is_none()
            && self.extreme.is_none()
            && self.share_at.is_none()
            && self.change.is_none()
            && self.direction.is_none()
            && !self.over_time
            && self.groups.is_empty()
            && self.measures.is_empty()
            && self.conditions.is_empty()
            && self.wishes.is_empty();
        // A count of a handful of rows is a list and no cloud; a row a year has its course over time.
        let table = &self.schema.tables[self.table];
        is_joined
            && is_plain
            && left.is_quantity()
            && right.is_quantity()
            && first.id.table == second.id.table
            && !is_alike
            && table.profile.row_count >= 20
            && !self.is_series(self.table)
    }
}
