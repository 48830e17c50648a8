//! The operators +, - and * as functions that fail on overflow.

use std::sync::Arc;

use datafusion::{
    arrow::{
        array::RecordBatch,
        compute::kernels::numeric::neg,
        datatypes::{DataType, Field, FieldRef, Schema},
        record_batch::RecordBatchOptions,
    },
    common::{Result, exec_err},
    logical_expr::{
        ColumnarValue, Operator, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
        Signature, Volatility, type_coercion::binary::BinaryTypeCoercer,
    },
    physical_expr::{
        PhysicalExpr,
        expressions::{BinaryExpr, Column, Literal},
    },
};

/// One function for each operator that can overflow.
#[derive(Debug)]
pub struct CheckedOperators {
    binary: Vec<(Operator, Arc<ScalarUDF>)>,
    negate: Arc<ScalarUDF>,
}

impl CheckedOperators {
    pub fn new() -> Self {
        let function = |name, operator, operands| {
            Arc::new(ScalarUDF::new_from_impl(CheckedOperator {
                name,
                operator,
                signature: Signature::any(operands, Volatility::Immutable),
            }))
        };
        Self {
            binary: [
                ("checked_add", Operator::Plus),
                ("checked_subtract", Operator::Minus),
                ("checked_multiply", Operator::Multiply),
            ]
            .into_iter()
            .map(|(name, operator)| (operator, function(name, operator, 2)))
            .collect(),
            negate: function("checked_negate", Operator::Minus, 1),
        }
    }

    pub fn binary_function(&self, operator: Operator) -> Option<&Arc<ScalarUDF>> {
        let found = self.binary.iter().find(|(known, _)| *known == operator);
        found.map(|(_, function)| function)
    }

    pub fn negate_function(&self) -> &Arc<ScalarUDF> {
        &self.negate
    }
}

/// An operator over one or two operands, whose types the engine has coerced.
#[derive(Debug, PartialEq, Eq, Hash)]
struct CheckedOperator {
    name: &'static str,
    operator: Operator,
    signature: Signature,
}

impl ScalarUDFImpl for CheckedOperator {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, operands: &[DataType]) -> Result<DataType> {
        match operands {
            [operand] => Ok(operand.clone()),
            [left, right] => BinaryTypeCoercer::new(left, &self.operator, right).get_result_type(),
            _ => exec_err!("{} takes one or two operands", self.name),
        }
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types: Vec<DataType> = args
            .arg_fields
            .iter()
            .map(|field| field.data_type().clone())
            .collect();
        let is_nullable = args.arg_fields.iter().any(|field| field.is_nullable());
        Ok(Arc::new(Field::new(
            self.name,
            self.return_type(&types)?,
            is_nullable,
        )))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        match &args.args[..] {
            [ColumnarValue::Scalar(operand)] => {
                Ok(ColumnarValue::Scalar(operand.arithmetic_negate()?))
            }
            [ColumnarValue::Array(operand)] => Ok(ColumnarValue::Array(neg(operand)?)),
            operands => self.apply_checked(operands, args.number_rows),
        }
    }
}

impl CheckedOperator {
    /// Evaluates the engine's own expression, told to fail on overflow.
    fn apply_checked(&self, operands: &[ColumnarValue], rows: usize) -> Result<ColumnarValue> {
        let mut fields = Vec::new();
        let mut columns = Vec::new();
        let mut expressions: Vec<Arc<dyn PhysicalExpr>> = Vec::new();
        for operand in operands {
            expressions.push(match operand {
                ColumnarValue::Scalar(value) => Arc::new(Literal::new(value.clone())),
                ColumnarValue::Array(column) => {
                    let index = columns.len();
                    fields.push(Field::new("operand", column.data_type().clone(), true));
                    columns.push(Arc::clone(column));
                    Arc::new(Column::new("operand", index))
                }
            });
        }
        let Ok([left, right]) = <[_; 2]>::try_from(expressions) else {
            return exec_err!("{} takes two operands", self.name);
        };
        let batch = RecordBatch::try_new_with_options(
            Arc::new(Schema::new(fields)),
            columns,
            &RecordBatchOptions::new().with_row_count(Some(rows)),
        )?;
        BinaryExpr::new(left, self.operator, right)
            .with_fail_on_overflow(true)
            .evaluate(&batch)
    }
}
