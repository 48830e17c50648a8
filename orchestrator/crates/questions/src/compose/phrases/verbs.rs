//! Verbs that name no column: what stands around them says it all.

use portolan_thesaurus::{base_forms, is_adjective, is_noun, is_verb};

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{Comparison, Condition, Literal, Test};
use crate::schema::ColumnId;

/// Participles behind a quantity that say no more than the quantity: "goals scored", "passengers carried".
const RESTATING: &str = "scored paid sold carried spent produced consumed used recorded earned received sent served generated collected made \
    ordered taken achieved reached measured observed registered issued reported grown played won needed required handled \
    transported harvested caught raised covered travelled traveled logged counted employed ringed released taken \
    emitted discharged owned attended awarded donated cast polled gained grossed lent hired posted filed submitted observed mined \
    caused suffered committed noted documented burnt burned planted bred";

impl Draft<'_, '_> {
    /// Tells whether an unknown word is a verb whose object the question names: "which airline reports the most strikes",
    /// "how many passengers did each line carry", "goals scored by club".
    pub(super) fn is_predicate(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        if node.end - node.start != 1 || self.tokens[node.start].number.is_some() {
            return false;
        }
        // "Cholera vs diarrhoea deaths": what is compared is no verb.
        let is_compared = node
            .start
            .checked_sub(1)
            .is_some_and(|before| self.tokens[before].is(crate::guess::COMPARING));
        if is_compared {
            return false;
        }
        let word = self.tokens[node.start].word.as_str();
        // An adverb says how and not what, unless it is an amount: "most densely populated", "on average roughly".
        word.ends_with("ly") && word.len() > 4 && !is_adjective(word)
            // A noun is no verb: "which filmmaker has the most votes" asks for something.
            || (is_verb(word) || !is_noun(word)) && self.ranks_object(at)
            // "new members per year": each row is new at its own time.
            || word == "new"
                && self.schema.tables[self.table].time.is_some()
                && matches!(self.item(at + 1), Some(Item::Entity(_)))
            || self.ends_clause(at)
            || self.restates_quantity(at)
            || self.restates_next(at)
            || self.says_paid(at)
    }

    /// "How much did we spend on gas" beside a gas bill: the money that is named was spent.
    fn says_paid(&self, at: usize) -> bool {
        const AMOUNTS: [&str; 9] = [
            "bill", "cost", "price", "fee", "charg", "amount", "payment", "expens", "spend",
        ];
        let is_amount = |item: &Item| match item {
            Item::Column { id, .. } => {
                let column = self.schema.column(*id);
                column.is_quantity() && AMOUNTS.iter().any(|stem| column.has_stem(stem))
            }
            _ => false,
        };
        self.tokens[self.nodes[at].start].is("spend spent pay paid cost costs owe owed")
            && self.nodes[at + 1..]
                .iter()
                .any(|node| is_amount(&node.item))
    }

    /// The last node before one that is no filler.
    fn content_before(&self, at: usize) -> Option<usize> {
        (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler))
    }

    /// "which advisor looks after the most accounts": between a subject and what is ranked, compared or counted.
    fn ranks_object(&self, at: usize) -> bool {
        let is_subject = match self.content_before(at).map(|at| &self.nodes[at].item) {
            Some(Item::Which | Item::Entity(_) | Item::Value { .. }) => true,
            Some(Item::Column { id, .. }) => !self.schema.column(*id).is_quantity(),
            _ => false,
        };
        let object = self.next(at + 1).map(|next| &self.nodes[next].item);
        is_subject
            && matches!(
                object,
                Some(
                    Item::Superlative { .. }
                        | Item::Compare { .. }
                        | Item::CompareWord { .. }
                        | Item::Count
                        | Item::Aggregate(_)
                        | Item::AgainstAverage(..)
                )
            )
    }

    /// "how much rain did each station get", "by how much did births drop": behind its subject, with the quantity said before.
    fn ends_clause(&self, at: usize) -> bool {
        let start = self.nodes[at].start;
        // "How many medals has Norway won": behind "has" stands a participle.
        let is_participle = is_past_form(&self.tokens[start].word);
        let Some(verb) = self.tokens[..start].iter().rposition(|token| {
            token.is("did do does") || is_participle && token.is("has have had")
        }) else {
            return false;
        };
        let is_measured = self.count_at.is_some_and(|count| {
            self.nodes[count].start < verb
                && self.next(count + 1).is_some_and(|noun| {
                    matches!(self.nodes[noun].item, Item::Entity(_) | Item::Column { .. })
                })
        }) || !self.measures.is_empty()
            // "which brand do most runners wear": what there is most of is said before.
            || self.extreme.as_ref().is_some_and(|extreme| extreme.at < at)
            || self.bare.iter().any(|mention| {
                self.nodes[mention.at].start < verb && self.schema.column(mention.id).is_quantity()
            });
        let has_subject = self.nodes.iter().any(|node| {
            node.start > verb
                && node.end <= start
                && matches!(
                    node.item,
                    Item::Column { .. } | Item::Entity(_) | Item::Value { .. } | Item::Unit(_)
                )
        });
        let ends = match self.next(at + 1) {
            None => true,
            Some(next) => matches!(
                self.nodes[next].item,
                Item::In
                    | Item::Time(_)
                    | Item::SeasonValue(..)
                    | Item::Break
                    | Item::By
                    | Item::OverTime
                    | Item::Unit(_)
                    | Item::Order { .. }
                    | Item::Aggregate(_)
            ),
        };
        is_measured && has_subject && ends
    }

    /// A participle right behind a quantity.
    fn restates_quantity(&self, at: usize) -> bool {
        let behind = self
            .content_before(at)
            .is_some_and(|before| match &self.nodes[before].item {
                Item::Column { id, .. } => self.schema.column(*id).is_quantity(),
                Item::Entity(_) => true,
                _ => false,
            });
        behind && self.tokens[self.nodes[at].start].is(RESTATING)
    }

    /// A participle right before a quantity: "installed capacity", "declared value".
    fn restates_next(&self, at: usize) -> bool {
        let is_quantity = matches!(self.item(at + 1), Some(Item::Column { id, .. })
            if self.schema.column(*id).is_quantity());
        let token = &self.tokens[self.nodes[at].start];
        is_quantity && (token.is(RESTATING) || token.is("installed declared stated achieved"))
    }

    /// The condition that something happened, where a date is missing for the rows to which it did not: "members who
    /// cancelled" beside a column `cancelled_on`.
    pub(in crate::compose) fn event_condition(&self, id: ColumnId, at: usize) -> Option<Condition> {
        let column = self.schema.column(id);
        let node = &self.nodes[at];
        // A year that is 0 where it did not happen: `yr_renovated` of houses.
        let is_zero = |value: &Option<serde_json::Value>| {
            value.as_ref().and_then(serde_json::Value::as_f64) == Some(0.0)
        };
        let names_year =
            (column.words.iter()).any(|word| matches!(word.word.as_str(), "year" | "yr"));
        let is_year = names_year && column.is_numeric() && is_zero(&column.profile.min);
        let happened = || Condition::Test {
            of: self.scalar(id),
            test: if is_year {
                Test::Compare {
                    comparison: Comparison::More,
                    value: Literal::Number { number: 0.0 },
                }
            } else {
                Test::Present
            },
        };
        let is_event = is_year || column.is_date() && column.profile.nulls > 0;
        let verb = match &self.tokens[node.start..node.end] {
            [verb] => verb,
            // "Gave up" and "moved out" are one verb each.
            [verb, particle] if particle.is("back out off up in down over away") => verb,
            _ => return None,
        };
        // "cancellation rate".
        if is_event && self.rate_of == Some(at) {
            return Some(happened());
        }
        let behind_subject = node.start.checked_sub(1).is_some_and(|before| {
            self.tokens[before]
                .is("who that which to not never did do does has have had was were ever")
        });
        let is_verb = is_past_form(&verb.word) || behind_subject && is_verb(&verb.word);
        (is_event && is_verb).then(happened)
    }

    /// Tells whether a causal word states a cause that the table holds, and asks for none: "strikes that caused damage",
    /// "cancelled because of snow".
    pub(in crate::compose) fn is_stated_cause(&self, at: usize) -> bool {
        let is_link = self.tokens[self.nodes[at].start]
            .is("cause caused causes because due lead owing attributable thanks");
        let asks = self
            .tokens
            .first()
            .is_some_and(|token| token.is("why did does do is are was were has have"));
        let known = self.next(at + 1).is_some_and(|next| {
            matches!(
                self.nodes[next].item,
                Item::Column { .. } | Item::Value { .. }
            )
        });
        is_link && !asks && at > 0 && known
    }
}

/// Tells whether a word is the past form of a verb: "cancelled", "left".
fn is_past_form(word: &str) -> bool {
    // Verbs such as "cut", whose past is the plain form, are too uncertain.
    is_verb(word)
        && !word.ends_with("ing")
        && !word.ends_with('s')
        && base_forms(word)
            .iter()
            .any(|base| *base != word && is_verb(base))
}
