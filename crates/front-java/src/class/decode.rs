//! Instructions, folded into the few kinds that [`Op`] has.
//!
//! Jumps come as numbers of instructions; they and the ranges of handlers are checked to lie inside of the code. A
//! method with something that does not is not followed. One more is refused: the decoder does not tell whether a range
//! that ends with the last instruction includes it, so a last instruction that throws must not be in doubt.

#![allow(clippy::wildcard_enum_match_arm, reason = "the enums of the decoder are open and need a wildcard")]

use ristretto_classfile::attributes::{ArrayType, Attribute, Instruction as I};
use ristretto_classfile::{Constant as Entry, ConstantPool};

use super::locals::local_names;
use super::types::Type;
use super::{Arith, Call, Code, Compare, Constant, Handler, Member, Narrow, Num, Op, Shuffle};

/// Constants by their numbers.
pub(super) struct Pool<'a>(pub(super) &'a ConstantPool<'a>);

impl Pool<'_> {
    pub(super) fn text(&self, index: u16) -> Option<String> {
        self.0.try_get_utf8(index).ok()?.as_str().map(str::to_owned)
    }

    pub(super) fn class(&self, index: u16) -> Option<String> {
        self.0.try_get_class(index).ok()?.as_str().map(str::to_owned)
    }

    /// A field or method.
    pub(super) fn member(&self, index: u16) -> Option<Member> {
        let (class, both) = match self.0.get(index)? {
            Entry::FieldRef { class_index, name_and_type_index }
            | Entry::MethodRef { class_index, name_and_type_index }
            | Entry::InterfaceMethodRef { class_index, name_and_type_index } => {
                (*class_index, *name_and_type_index)
            }
            _ => return None,
        };
        let (name, descriptor) = self.name_and_type(both)?;
        Some(Member { class: self.class(class)?, name, descriptor })
    }

    pub(super) fn name_and_type(&self, index: u16) -> Option<(String, String)> {
        let (name, descriptor) = self.0.try_get_name_and_type(index).ok()?;
        Some((self.text(*name)?, self.text(*descriptor)?))
    }

    /// A plain constant.
    pub(super) fn constant(&self, index: u16) -> Option<Constant> {
        match self.0.get(index)? {
            Entry::Integer(value) => Some(Constant::Int(*value)),
            Entry::Float(value) => Some(Constant::Float(*value)),
            Entry::Long(value) => Some(Constant::Long(*value)),
            Entry::Double(value) => Some(Constant::Double(*value)),
            Entry::String(text) => Some(Constant::Str(self.0.try_get_utf8(*text).ok()?.to_utf16().ok()?)),
            Entry::Class(_) => Some(Constant::Class(self.class(index)?)),
            Entry::MethodType(types) => Some(Constant::Types(self.text(*types)?)),
            _ => None,
        }
    }

    fn dynamic(&self, index: u16) -> Option<Op> {
        let Entry::InvokeDynamic { bootstrap_method_attr_index, name_and_type_index } = self.0.get(index)?
        else {
            return None;
        };
        let (name, descriptor) = self.name_and_type(*name_and_type_index)?;
        Some(Op::Dynamic(usize::from(*bootstrap_method_attr_index), name, descriptor))
    }
}

/// The code of a method.
pub(super) fn code(attribute: &Attribute, pool: &Pool<'_>) -> Result<Code, &'static str> {
    let Attribute::Code { max_locals, code, exception_table, attributes, .. } = attribute else {
        return Err("it has no code");
    };
    let mut ops = Vec::with_capacity(code.len());
    for (at, instruction) in code.iter().enumerate() {
        ops.push(op(instruction, at, pool).ok_or("its code is not well written")?);
    }
    let handler = |entry: &ristretto_classfile::attributes::ExceptionTableEntry| {
        let catches = match entry.catch_type {
            0 => None,
            index => Some(pool.class(index)?),
        };
        let (start, end) = (usize::from(entry.range_pc.start), usize::from(entry.range_pc.end));
        Some(Handler { start, end, target: usize::from(entry.handler_pc), catches })
    };
    let handlers = exception_table.iter().map(handler).collect::<Option<Vec<_>>>();
    let handlers = handlers.ok_or("a handler is not well written")?;
    let inside = |target: &usize| *target < ops.len();
    if ops.is_empty() || !ops.iter().all(|op| targets(op).iter().all(inside)) {
        return Err("a jump leaves its code");
    }
    if !handlers.iter().all(|handler| inside(&handler.target) && handler.end <= ops.len()) {
        return Err("a handler leaves its code");
    }
    let last = ops.len() - 1;
    let in_doubt = handlers.iter().any(|handler| handler.end == last);
    if in_doubt && !matches!(ops[last], Op::Return | Op::Goto(_)) {
        return Err("a handler ends in doubt");
    }
    let lines = lines(attributes, ops.len());
    let names = local_names(attributes, code, pool);
    Ok(Code { locals: usize::from(*max_locals), ops, lines, handlers, names })
}

/// Where a jump may lead, beside to the next instruction.
pub(crate) fn targets(op: &Op) -> Vec<usize> {
    match op {
        Op::IfZero(_, target)
        | Op::IfInts(_, target)
        | Op::IfSame(_, target)
        | Op::IfNull(_, target)
        | Op::Goto(target) => vec![*target],
        Op::Switch(table, default) => table.iter().map(|(_, target)| *target).chain([*default]).collect(),
        _ => Vec::new(),
    }
}

fn lines(attributes: &[Attribute], count: usize) -> Vec<u32> {
    let mut starts = Vec::new();
    for attribute in attributes {
        if let Attribute::LineNumberTable { line_numbers, .. } = attribute {
            starts.extend(
                line_numbers.iter().map(|line| (usize::from(line.start_pc), u32::from(line.line_number))),
            );
        }
    }
    starts.sort_unstable();
    let mut lines = vec![0; count];
    for (at, line) in lines.iter_mut().enumerate() {
        let known = starts.partition_point(|(start, _)| *start <= at);
        *line = known.checked_sub(1).map_or(0, |known| starts[known].1);
    }
    lines
}

fn op(instruction: &I, at: usize, pool: &Pool<'_>) -> Option<Op> {
    let simple = constants(instruction)
        .or_else(|| locals(instruction))
        .or_else(|| shuffles(instruction))
        .or_else(|| arithmetic(instruction))
        .or_else(|| jumps(instruction));
    match simple {
        Some(op) => Some(op),
        None => members(instruction, at, pool),
    }
}

fn int(value: i32) -> Op {
    Op::Constant(Constant::Int(value))
}

fn constants(instruction: &I) -> Option<Op> {
    Some(match instruction {
        I::Nop => Op::Nop,
        I::Aconst_null => Op::Null,
        I::Iconst_m1 => int(-1),
        I::Iconst_0 => int(0),
        I::Iconst_1 => int(1),
        I::Iconst_2 => int(2),
        I::Iconst_3 => int(3),
        I::Iconst_4 => int(4),
        I::Iconst_5 => int(5),
        I::Lconst_0 => Op::Constant(Constant::Long(0)),
        I::Lconst_1 => Op::Constant(Constant::Long(1)),
        I::Fconst_0 => Op::Constant(Constant::Float(0.0)),
        I::Fconst_1 => Op::Constant(Constant::Float(1.0)),
        I::Fconst_2 => Op::Constant(Constant::Float(2.0)),
        I::Dconst_0 => Op::Constant(Constant::Double(0.0)),
        I::Dconst_1 => Op::Constant(Constant::Double(1.0)),
        I::Bipush(value) => int(i32::from(*value)),
        I::Sipush(value) => int(i32::from(*value)),
        _ => return None,
    })
}

fn locals(instruction: &I) -> Option<Op> {
    Some(match instruction {
        I::Iload(n) | I::Lload(n) | I::Fload(n) | I::Dload(n) | I::Aload(n) => Op::Load(usize::from(*n)),
        I::Iload_w(n) | I::Lload_w(n) | I::Fload_w(n) | I::Dload_w(n) | I::Aload_w(n) => {
            Op::Load(usize::from(*n))
        }
        I::Iload_0 | I::Lload_0 | I::Fload_0 | I::Dload_0 | I::Aload_0 => Op::Load(0),
        I::Iload_1 | I::Lload_1 | I::Fload_1 | I::Dload_1 | I::Aload_1 => Op::Load(1),
        I::Iload_2 | I::Lload_2 | I::Fload_2 | I::Dload_2 | I::Aload_2 => Op::Load(2),
        I::Iload_3 | I::Lload_3 | I::Fload_3 | I::Dload_3 | I::Aload_3 => Op::Load(3),
        I::Istore(n) | I::Lstore(n) | I::Fstore(n) | I::Dstore(n) | I::Astore(n) => {
            Op::Store(usize::from(*n))
        }
        I::Istore_w(n) | I::Lstore_w(n) | I::Fstore_w(n) | I::Dstore_w(n) | I::Astore_w(n) => {
            Op::Store(usize::from(*n))
        }
        I::Istore_0 | I::Lstore_0 | I::Fstore_0 | I::Dstore_0 | I::Astore_0 => Op::Store(0),
        I::Istore_1 | I::Lstore_1 | I::Fstore_1 | I::Dstore_1 | I::Astore_1 => Op::Store(1),
        I::Istore_2 | I::Lstore_2 | I::Fstore_2 | I::Dstore_2 | I::Astore_2 => Op::Store(2),
        I::Istore_3 | I::Lstore_3 | I::Fstore_3 | I::Dstore_3 | I::Astore_3 => Op::Store(3),
        I::Iinc(n, by) => Op::Increment(usize::from(*n), i32::from(*by)),
        I::Iinc_w(n, by) => Op::Increment(usize::from(*n), i32::from(*by)),
        I::Iaload | I::Laload | I::Faload | I::Daload | I::Aaload | I::Baload | I::Caload | I::Saload => {
            Op::Element
        }
        I::Iastore
        | I::Lastore
        | I::Fastore
        | I::Dastore
        | I::Aastore
        | I::Bastore
        | I::Castore
        | I::Sastore => Op::StoreElement,
        _ => return None,
    })
}

fn shuffles(instruction: &I) -> Option<Op> {
    Some(Op::Shuffle(match instruction {
        I::Pop => Shuffle::Pop,
        I::Pop2 => Shuffle::Pop2,
        I::Dup => Shuffle::Dup,
        I::Dup_x1 => Shuffle::DupX1,
        I::Dup_x2 => Shuffle::DupX2,
        I::Dup2 => Shuffle::Dup2,
        I::Dup2_x1 => Shuffle::Dup2X1,
        I::Dup2_x2 => Shuffle::Dup2X2,
        I::Swap => Shuffle::Swap,
        _ => return None,
    }))
}

fn arithmetic(instruction: &I) -> Option<Op> {
    use {Arith as A, Num as N};
    Some(match instruction {
        I::Iadd => Op::Arith(A::Add, N::Int),
        I::Ladd => Op::Arith(A::Add, N::Long),
        I::Fadd => Op::Arith(A::Add, N::Float),
        I::Dadd => Op::Arith(A::Add, N::Double),
        I::Isub => Op::Arith(A::Sub, N::Int),
        I::Lsub => Op::Arith(A::Sub, N::Long),
        I::Fsub => Op::Arith(A::Sub, N::Float),
        I::Dsub => Op::Arith(A::Sub, N::Double),
        I::Imul => Op::Arith(A::Mul, N::Int),
        I::Lmul => Op::Arith(A::Mul, N::Long),
        I::Fmul => Op::Arith(A::Mul, N::Float),
        I::Dmul => Op::Arith(A::Mul, N::Double),
        I::Idiv => Op::Arith(A::Div, N::Int),
        I::Ldiv => Op::Arith(A::Div, N::Long),
        I::Fdiv => Op::Arith(A::Div, N::Float),
        I::Ddiv => Op::Arith(A::Div, N::Double),
        I::Irem => Op::Arith(A::Rem, N::Int),
        I::Lrem => Op::Arith(A::Rem, N::Long),
        I::Frem => Op::Arith(A::Rem, N::Float),
        I::Drem => Op::Arith(A::Rem, N::Double),
        I::Ishl => Op::Arith(A::Shl, N::Int),
        I::Lshl => Op::Arith(A::Shl, N::Long),
        I::Ishr => Op::Arith(A::Shr, N::Int),
        I::Lshr => Op::Arith(A::Shr, N::Long),
        I::Iushr => Op::Arith(A::Ushr, N::Int),
        I::Lushr => Op::Arith(A::Ushr, N::Long),
        I::Iand => Op::Arith(A::And, N::Int),
        I::Land => Op::Arith(A::And, N::Long),
        I::Ior => Op::Arith(A::Or, N::Int),
        I::Lor => Op::Arith(A::Or, N::Long),
        I::Ixor => Op::Arith(A::Xor, N::Int),
        I::Lxor => Op::Arith(A::Xor, N::Long),
        _ => return conversions(instruction),
    })
}

fn conversions(instruction: &I) -> Option<Op> {
    use Num as N;
    Some(match instruction {
        I::Ineg => Op::Negate(N::Int),
        I::Lneg => Op::Negate(N::Long),
        I::Fneg => Op::Negate(N::Float),
        I::Dneg => Op::Negate(N::Double),
        I::I2l => Op::Convert(N::Int, N::Long),
        I::I2f => Op::Convert(N::Int, N::Float),
        I::I2d => Op::Convert(N::Int, N::Double),
        I::L2i => Op::Convert(N::Long, N::Int),
        I::L2f => Op::Convert(N::Long, N::Float),
        I::L2d => Op::Convert(N::Long, N::Double),
        I::F2i => Op::Convert(N::Float, N::Int),
        I::F2l => Op::Convert(N::Float, N::Long),
        I::F2d => Op::Convert(N::Float, N::Double),
        I::D2i => Op::Convert(N::Double, N::Int),
        I::D2l => Op::Convert(N::Double, N::Long),
        I::D2f => Op::Convert(N::Double, N::Float),
        I::I2b => Op::Narrow(Narrow::Byte),
        I::I2c => Op::Narrow(Narrow::Char),
        I::I2s => Op::Narrow(Narrow::Short),
        I::Lcmp => Op::Order(N::Long, 0),
        I::Fcmpl => Op::Order(N::Float, -1),
        I::Fcmpg => Op::Order(N::Float, 1),
        I::Dcmpl => Op::Order(N::Double, -1),
        I::Dcmpg => Op::Order(N::Double, 1),
        _ => return None,
    })
}

fn jumps(instruction: &I) -> Option<Op> {
    use Compare as C;
    let to = |target: &u16| usize::from(*target);
    Some(match instruction {
        I::Ifeq(t) => Op::IfZero(C::Eq, to(t)),
        I::Ifne(t) => Op::IfZero(C::Ne, to(t)),
        I::Iflt(t) => Op::IfZero(C::Lt, to(t)),
        I::Ifge(t) => Op::IfZero(C::Ge, to(t)),
        I::Ifgt(t) => Op::IfZero(C::Gt, to(t)),
        I::Ifle(t) => Op::IfZero(C::Le, to(t)),
        I::If_icmpeq(t) => Op::IfInts(C::Eq, to(t)),
        I::If_icmpne(t) => Op::IfInts(C::Ne, to(t)),
        I::If_icmplt(t) => Op::IfInts(C::Lt, to(t)),
        I::If_icmpge(t) => Op::IfInts(C::Ge, to(t)),
        I::If_icmpgt(t) => Op::IfInts(C::Gt, to(t)),
        I::If_icmple(t) => Op::IfInts(C::Le, to(t)),
        I::If_acmpeq(t) => Op::IfSame(C::Eq, to(t)),
        I::If_acmpne(t) => Op::IfSame(C::Ne, to(t)),
        I::Ifnull(t) => Op::IfNull(C::Eq, to(t)),
        I::Ifnonnull(t) => Op::IfNull(C::Ne, to(t)),
        I::Goto(t) => Op::Goto(to(t)),
        I::Goto_w(t) => Op::Goto(usize::try_from(*t).ok()?),
        I::Ireturn | I::Lreturn | I::Freturn | I::Dreturn | I::Areturn | I::Return => Op::Return,
        I::Arraylength => Op::Length,
        I::Athrow => Op::Throw,
        I::Monitorenter | I::Monitorexit => Op::Monitor,
        I::Jsr(_) | I::Jsr_w(_) => Op::Unsupported("jsr"),
        I::Ret(_) | I::Ret_w(_) => Op::Unsupported("ret"),
        I::Breakpoint | I::Impdep1 | I::Impdep2 | I::Wide => Op::Unsupported("a reserved instruction"),
        _ => return None,
    })
}

fn members(instruction: &I, at: usize, pool: &Pool<'_>) -> Option<Op> {
    let relative = |offset: i32| usize::try_from(i64::try_from(at).ok()? + i64::from(offset)).ok();
    let constant = |index| {
        let entry = pool.constant(index).map(Op::Constant);
        Some(entry.unwrap_or(Op::Unsupported("a constant that is computed")))
    };
    Some(match instruction {
        I::Ldc(index) => return constant(u16::from(*index)),
        I::Ldc_w(index) | I::Ldc2_w(index) => return constant(*index),
        I::Tableswitch(table) => {
            let keys = (table.low..=table.high).zip(&table.offsets);
            let pairs = keys.map(|(key, offset)| Some((key, relative(*offset)?)));
            Op::Switch(pairs.collect::<Option<_>>()?, relative(table.default)?)
        }
        I::Lookupswitch(table) => {
            let pairs = table.pairs.iter().map(|(key, offset)| Some((*key, relative(*offset)?)));
            Op::Switch(pairs.collect::<Option<_>>()?, relative(table.default)?)
        }
        I::Getstatic(index) => Op::GetStatic(pool.member(*index)?),
        I::Putstatic(index) => Op::PutStatic(pool.member(*index)?),
        I::Getfield(index) => Op::GetField(pool.member(*index)?),
        I::Putfield(index) => Op::PutField(pool.member(*index)?),
        I::Invokevirtual(index) | I::Invokeinterface(index, _) => {
            Op::Invoke(Call::Virtual, pool.member(*index)?)
        }
        I::Invokespecial(index) => Op::Invoke(Call::Special, pool.member(*index)?),
        I::Invokestatic(index) => Op::Invoke(Call::Static, pool.member(*index)?),
        I::Invokedynamic(index) => pool.dynamic(*index)?,
        I::New(index) => Op::New(pool.class(*index)?),
        I::Newarray(kind) => Op::NewArray(primitive(kind)),
        I::Anewarray(index) => Op::NewArray(Type::named(&pool.class(*index)?)?),
        I::Multianewarray(index, dimensions) => {
            Op::NewArrays(Type::named(&pool.class(*index)?)?, usize::from(*dimensions))
        }
        I::Checkcast(index) => Op::Cast(Type::named(&pool.class(*index)?)?),
        I::Instanceof(index) => Op::InstanceOf(Type::named(&pool.class(*index)?)?),
        _ => return None,
    })
}

fn primitive(kind: &ArrayType) -> Type {
    match kind {
        ArrayType::Boolean => Type::Boolean,
        ArrayType::Char => Type::Char,
        ArrayType::Float => Type::Float,
        ArrayType::Double => Type::Double,
        ArrayType::Byte => Type::Byte,
        ArrayType::Short => Type::Short,
        ArrayType::Int => Type::Int,
        ArrayType::Long => Type::Long,
    }
}
