//! Functions of which only the form of the result is known: numbers, truth values, digits.
//!
//! The result is any value of that form.

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::value::Value;

/// Rows of functions with one model.
macro_rules! rows {
    ($model:expr; $($name:literal)*) => { &[$(row_of($name, 0, Model::Code($model))),*] };
}

fn integer(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    Value::Int(lower.emit.any_int(call.row.name))
}

fn integer_or_false(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let failed = lower.emit.any_bool("failed");
    let number = Value::Int(lower.emit.any_int(call.row.name));
    Value::choice(failed, Value::bool(false), number)
}

/// An integer or a float.
fn number(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let is_whole = lower.emit.any_bool("whole");
    let whole = Value::Int(lower.emit.any_int(call.row.name));
    let float = lower.float(&Value::bool(false));
    Value::choice(is_whole, whole, float)
}

fn truth(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    Value::Bool(lower.emit.any_bool(call.row.name))
}

/// Letters and digits, or false.
fn word(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let failed = lower.emit.any_bool("failed");
    let text = Value::Str(lower.page_text(call.row.name, "[0-9A-Za-z]*"));
    Value::choice(failed, Value::bool(false), text)
}

/// Digits of a digest, or its bytes when the flag at the end asks for them.
fn digits(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let raw = if call.row.name == "hash_hmac" { 3 } else { usize::from(call.row.name == "hash") + 1 };
    if call.values.len() > raw {
        return lower.not_modelled(call, "with a flag");
    }
    word(lower, call)
}

pub(super) static INTEGERS: &[Row] = rows! { integer;
    "levenshtein" "strcspn" "strspn" "strcoll" "strnatcmp" "strnatcasecmp" "mb_substr_count" "mb_strwidth"
    "memory_get_usage" "memory_get_peak_usage" "getmypid" "json_last_error" "preg_last_error" "mt_getrandmax"
    "getrandmax" "spl_object_id" "intdiv" "func_num_args"
};

pub(super) static MAYBE_INTEGERS: &[Row] = rows! { integer_or_false;
    "filesize" "filemtime" "fileperms" "ip2long" "mb_strpos" "mb_stripos" "iconv_strlen" "ftell"
};

pub(super) static NUMBERS: &[Row] = rows! { number;
    "octdec" "bindec" "sin" "cos" "tan" "asin" "acos" "atan" "atan2" "exp" "log" "log10" "fmod" "fdiv" "hypot" "pi"
    "deg2rad" "rad2deg" "lcg_value" "array_product"
};

pub(super) static TRUTHS: &[Row] = rows! { truth;
    "array_is_list" "is_nan" "is_finite" "is_infinite" "is_countable" "is_iterable" "is_uploaded_file"
    "is_writable" "is_readable" "is_link" "method_exists" "property_exists" "is_a" "is_subclass_of"
    "mb_check_encoding" "ctype_print" "ctype_graph" "ctype_cntrl" "checkdnsrr" "extension_loaded"
};

pub(super) static WORDS: &[Row] = rows! { word;
    "soundex" "metaphone" "base_convert" "decoct" "spl_object_hash"
};

pub(super) static DIGESTS: &[Row] = rows! { digits; "hash" "hash_hmac" "sha1_file" "md5_file" };
