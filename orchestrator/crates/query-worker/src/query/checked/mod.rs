//! Arithmetic that fails instead of wrapping around.
//!
//! The engine adds, subtracts and multiplies whole numbers, decimals and durations modulo their
//! width, also while it folds constants. An analyzer rule replaces these operators before anything
//! is evaluated, and `sum` and `avg` accumulate in wider types.

mod aggregate;
mod arithmetic;

use std::sync::Arc;

use datafusion::{
    common::{
        Result,
        config::ConfigOptions,
        tree_node::{Transformed, TreeNode},
    },
    execution::context::SessionContext,
    functions_aggregate::{average::avg_udaf, sum::sum_udaf},
    logical_expr::{AggregateUDF, Expr, LogicalPlan, expr_rewriter::NamePreserver},
    optimizer::AnalyzerRule,
};

use aggregate::WideAggregate;
use arithmetic::CheckedOperators;

/// Makes every query of the context fail where its arithmetic overflows.
pub fn check_arithmetic(context: &SessionContext) {
    for inner in [sum_udaf(), avg_udaf()] {
        context.register_udaf(AggregateUDF::new_from_impl(WideAggregate::new(inner)));
    }
    // After the rules of the engine, which have coerced the operands to their final types.
    context.add_analyzer_rule(Arc::new(CheckOperators(CheckedOperators::new())));
}

/// A rule that replaces arithmetic operators by checked functions.
#[derive(Debug)]
struct CheckOperators(CheckedOperators);

impl AnalyzerRule for CheckOperators {
    fn name(&self) -> &'static str {
        "check_operators"
    }

    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.transform_up_with_subqueries(|plan| {
            let names = NamePreserver::new(&plan);
            plan.map_expressions(|expr| {
                let name = names.save(&expr);
                let replaced = expr.transform_up(|expr| Ok(self.replace_operators(expr)))?;
                Ok(replaced.update_data(|expr| name.restore(expr)))
            })?
            .map_data(LogicalPlan::recompute_schema)
        })
        .map(|transformed| transformed.data)
    }
}

impl CheckOperators {
    fn replace_operators(&self, expr: Expr) -> Transformed<Expr> {
        match expr {
            Expr::BinaryExpr(binary) => match self.0.binary_function(binary.op) {
                Some(function) => {
                    Transformed::yes(function.call(vec![*binary.left, *binary.right]))
                }
                None => Transformed::no(Expr::BinaryExpr(binary)),
            },
            // The engine negates single values with a check already.
            Expr::Negative(operand) if !matches!(*operand, Expr::Literal(..)) => {
                Transformed::yes(self.0.negate_function().call(vec![*operand]))
            }
            expr => Transformed::no(expr),
        }
    }
}
