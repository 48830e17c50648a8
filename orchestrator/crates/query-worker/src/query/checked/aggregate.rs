//! `sum` and `avg` over types that are wide enough for every partial result.

use std::sync::Arc;

use datafusion::{
    arrow::{
        array::{ArrayRef, BooleanArray},
        compute::{CastOptions, cast_with_options},
        datatypes::{
            DECIMAL128_MAX_PRECISION, DECIMAL256_MAX_PRECISION, DataType, Field, FieldRef,
        },
        error::ArrowError,
    },
    common::{Result, ScalarValue, plan_err},
    error::DataFusionError,
    logical_expr::{
        Accumulator, AggregateUDF, AggregateUDFImpl, EmitTo, GroupsAccumulator, ReversedUDAF,
        Signature,
        function::{AccumulatorArgs, StateFieldsArgs},
        utils::AggregateOrderSensitivity,
    },
};

/// An aggregate of the engine over wider values, whose result is checked.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct WideAggregate {
    inner: Arc<AggregateUDF>,
}

/// The types between the values of a column and the result of its aggregate.
#[derive(Debug)]
struct Widening {
    /// From the column's type to that which the engine accumulates.
    steps: Vec<DataType>,
    /// From the engine's result to that of the query.
    results: Vec<DataType>,
}

impl Widening {
    fn accumulated_field(&self, given: &FieldRef) -> FieldRef {
        let data_type = self.steps.last().unwrap_or(given.data_type()).clone();
        Arc::new(Field::new(given.name(), data_type, given.is_nullable()))
    }
}

impl WideAggregate {
    pub fn new(inner: Arc<AggregateUDF>) -> Self {
        Self { inner }
    }

    fn is_sum(&self) -> bool {
        self.inner.name() == "sum"
    }

    /// Sixty-four bits cannot overflow decimals of 38 digits, nor can those overflow 76 digits,
    /// with fewer than 10^19 rows.
    fn widening_for(&self, given: &DataType) -> Widening {
        let whole = DataType::Decimal128(DECIMAL128_MAX_PRECISION, 0);
        let (steps, results) = match given {
            DataType::Int64 | DataType::UInt64 if self.is_sum() => {
                (vec![whole], vec![given.clone()])
            }
            DataType::Duration(_) if self.is_sum() => (
                vec![DataType::Int64, whole],
                vec![DataType::Int64, given.clone()],
            ),
            DataType::Duration(_) => (
                vec![DataType::Int64, DataType::Float64],
                vec![DataType::Int64, given.clone()],
            ),
            DataType::Decimal32(_, scale)
            | DataType::Decimal64(_, scale)
            | DataType::Decimal128(_, scale)
                if self.is_sum() =>
            {
                (
                    vec![DataType::Decimal256(DECIMAL256_MAX_PRECISION, *scale)],
                    vec![sum_of_decimals(given)],
                )
            }
            given if given.is_decimal() => (vec![DataType::Float64], vec![]),
            _ => (vec![], vec![]),
        };
        Widening { steps, results }
    }

    fn for_column(&self, args: &AccumulatorArgs) -> Widening {
        match args.expr_fields {
            [field, ..] => self.widening_for(field.data_type()),
            [] => self.widening_for(args.return_field.data_type()),
        }
    }

    /// Returns the arguments of the engine's own accumulator.
    fn inner_args<'a>(
        &self,
        args: &AccumulatorArgs<'a>,
        fields: &'a [FieldRef],
    ) -> Result<AccumulatorArgs<'a>> {
        Ok(AccumulatorArgs {
            return_field: self.inner.return_field(fields)?,
            schema: args.schema,
            ignore_nulls: args.ignore_nulls,
            order_bys: args.order_bys,
            is_reversed: args.is_reversed,
            name: args.name,
            is_distinct: args.is_distinct,
            exprs: args.exprs,
            expr_fields: fields,
        })
    }
}

fn sum_of_decimals(given: &DataType) -> DataType {
    let (precision, scale) = match given {
        DataType::Decimal32(precision, scale)
        | DataType::Decimal64(precision, scale)
        | DataType::Decimal128(precision, scale) => (*precision, *scale),
        _ => (DECIMAL128_MAX_PRECISION, 0),
    };
    DataType::Decimal128(DECIMAL128_MAX_PRECISION.min(precision + 10), scale)
}

fn widen_fields(fields: &[FieldRef], widening: &Widening) -> Vec<FieldRef> {
    fields
        .iter()
        .map(|field| widening.accumulated_field(field))
        .collect()
}

impl AggregateUDFImpl for WideAggregate {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn aliases(&self) -> &[String] {
        self.inner.aliases()
    }

    fn signature(&self) -> &Signature {
        self.inner.signature()
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        self.inner.coerce_types(given)
    }

    fn return_type(&self, given: &[DataType]) -> Result<DataType> {
        let [column] = given else {
            return plan_err!("{} takes one column", self.name());
        };
        if matches!(column, DataType::Interval(_)) {
            return plan_err!("{} takes numbers and durations, not intervals", self.name());
        }
        let widening = self.widening_for(column);
        match (widening.results.last(), widening.steps.last()) {
            (Some(result), _) => Ok(result.clone()),
            (None, Some(wide)) => self.inner.return_type(std::slice::from_ref(wide)),
            (None, None) => self.inner.return_type(given),
        }
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let widening = self.for_column(&args);
        let fields = widen_fields(args.expr_fields, &widening);
        let inner = self.inner.accumulator(self.inner_args(&args, &fields)?)?;
        Ok(Box::new(WideAccumulator { inner, widening }))
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        let given = args.input_fields.first().unwrap_or(&args.return_field);
        let fields = widen_fields(args.input_fields, &self.widening_for(given.data_type()));
        self.inner.state_fields(StateFieldsArgs {
            name: args.name,
            input_fields: &fields,
            return_field: self.inner.return_field(&fields)?,
            ordering_fields: args.ordering_fields,
            is_distinct: args.is_distinct,
        })
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        let fields = widen_fields(args.expr_fields, &self.for_column(&args));
        let inner = self.inner_args(&args, &fields);
        inner.is_ok_and(|args| self.inner.groups_accumulator_supported(args))
    }

    fn create_groups_accumulator(
        &self,
        args: AccumulatorArgs,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        let widening = self.for_column(&args);
        let fields = widen_fields(args.expr_fields, &widening);
        let args = self.inner_args(&args, &fields)?;
        let inner = self.inner.create_groups_accumulator(args)?;
        Ok(Box::new(WideGroups { inner, widening }))
    }

    fn create_sliding_accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let widening = self.for_column(&args);
        let fields = widen_fields(args.expr_fields, &widening);
        let args = self.inner_args(&args, &fields)?;
        let inner = self.inner.create_sliding_accumulator(args)?;
        Ok(Box::new(WideAccumulator { inner, widening }))
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    fn reverse_expr(&self) -> ReversedUDAF {
        ReversedUDAF::Identical
    }
}

const CHECKED: CastOptions = CastOptions {
    safe: false,
    format_options: datafusion::common::format::DEFAULT_FORMAT_OPTIONS,
};

impl Widening {
    fn widen_values(&self, values: &[ArrayRef]) -> Result<Vec<ArrayRef>> {
        values
            .iter()
            .map(|column| convert_column(column, &self.steps))
            .collect()
    }

    fn narrow_result(&self, result: &ArrayRef) -> Result<ArrayRef> {
        convert_column(result, &self.results).map_err(|error| match error.find_root() {
            DataFusionError::ArrowError(cause, _) => {
                let cause = ArrowError::ArithmeticOverflow(cause.to_string());
                DataFusionError::from(cause)
            }
            _ => error,
        })
    }
}

fn convert_column(column: &ArrayRef, steps: &[DataType]) -> Result<ArrayRef> {
    let mut column = Arc::clone(column);
    for step in steps {
        column = cast_with_options(&column, step, &CHECKED)?;
    }
    Ok(column)
}

#[derive(Debug)]
struct WideAccumulator {
    inner: Box<dyn Accumulator>,
    widening: Widening,
}

impl Accumulator for WideAccumulator {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.inner
            .update_batch(&self.widening.widen_values(values)?)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let result = self.inner.evaluate()?;
        if self.widening.results.is_empty() {
            return Ok(result);
        }
        let result = self.widening.narrow_result(&result.to_array()?)?;
        ScalarValue::try_from_array(&result, 0)
    }

    fn size(&self) -> usize {
        self.inner.size()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        self.inner.state()
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.inner.merge_batch(states)
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.inner
            .retract_batch(&self.widening.widen_values(values)?)
    }

    fn supports_retract_batch(&self) -> bool {
        self.inner.supports_retract_batch()
    }
}

struct WideGroups {
    inner: Box<dyn GroupsAccumulator>,
    widening: Widening,
}

impl GroupsAccumulator for WideGroups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
    ) -> Result<()> {
        let values = self.widening.widen_values(values)?;
        self.inner
            .update_batch(&values, groups, filter, group_count)
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        let result = self.inner.evaluate(emit_to)?;
        self.widening.narrow_result(&result)
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        self.inner.state(emit_to)
    }

    fn merge_batch(
        &mut self,
        states: &[ArrayRef],
        groups: &[usize],
        group_count: usize,
    ) -> Result<()> {
        self.inner.merge_batch(states, groups, group_count)
    }

    fn convert_to_state(
        &self,
        values: &[ArrayRef],
        filter: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        self.inner
            .convert_to_state(&self.widening.widen_values(values)?, filter)
    }

    fn size(&self) -> usize {
        self.inner.size()
    }
}
