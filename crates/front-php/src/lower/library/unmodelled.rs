//! Functions of PHP whose result is unknown and whose effects are known.
//!
//! Those that only compute have any result. Those that also assign some of their arguments give those any value. A
//! function that is in no table may do anything.

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::value::{Array, Rest, Value};

/// Rows of functions that only compute.
macro_rules! compute {
    ($($name:literal)*) => { &[$(row_of($name, 0, Model::Code(unknown))),*] };
}

/// Rows of functions that assign their arguments from a place on.
macro_rules! assign_from {
    ($($name:literal $from:literal)*) => {
        &[$(row_of($name, 0, Model::Code(|lower, call| assigned(lower, call, $from)))),*]
    };
}

fn unknown(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    lower.not_modelled(call, "is not modelled")
}

/// All arguments from a place on get any value.
fn assigned(lower: &mut Lower<'_>, call: &Call<'_>, from: usize) -> Value {
    for place in call.places.iter().skip(from) {
        let value = lower.unknown_value("assigned");
        lower.assign_place(place, value);
    }
    lower.not_modelled(call, "is not modelled")
}

/// The elements of a query string go to the second argument.
fn parse_str(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let rest = if call.value(0).constant().is_some() { Rest::Unknown } else { Rest::Outside };
    let array = Array { known: Vec::new(), rest: Some(rest), next: None };
    lower.assign_place(call.places[1], Value::Array(array.into()));
    Value::Null
}

pub(super) static ROWS: &[Row] =
    &[row_of("parse_str", 2, Model::Code(parse_str)), row_of("mb_parse_str", 2, Model::Code(parse_str))];

pub(super) static ASSIGNING: &[Row] = assign_from! {
    "similar_text" 2 "sscanf" 2 "fscanf" 2 "getopt" 2 "getmxrr" 1 "dns_get_record" 2 "fsockopen" 2
    "pfsockopen" 2 "getimagesize" 1 "openssl_sign" 1 "openssl_public_encrypt" 1 "openssl_private_encrypt" 1
    "openssl_public_decrypt" 1 "openssl_private_decrypt" 1 "openssl_encrypt" 5 "openssl_random_pseudo_bytes" 1
    "xml_parse_into_struct" 2 "apcu_fetch" 1 "mb_convert_variables" 2 "stream_socket_client" 1
    "curl_multi_exec" 1 "key" 1 "stream_select" 0
};

pub(super) static COMPUTING: &[Row] = compute! {
    "array_change_key_case" "array_chunk" "array_column" "array_combine" "array_count_values" "array_diff"
    "array_diff_assoc" "array_diff_key" "array_flip" "array_intersect"
    "array_intersect_assoc" "array_intersect_key" "array_key_first" "array_key_last"
    "array_merge_recursive" "array_rand" "array_replace" "array_replace_recursive"
    "array_search" "array_slice" "array_unique" "base64_decode" "bcadd" "bccomp"
    "bcdiv" "bcmod" "bcmul" "bcpow" "bcsqrt" "bcsub" "chunk_split" "convert_uudecode"
    "convert_uuencode" "count_chars" "crypt" "date_create"
    "date_parse" "fseek" "rewind" "fstat" "ftruncate" "flock" "fflush"
    "get_class" "get_object_vars" "get_parent_class" "getdate" "gethostbyaddr" "gethostbyname"
    "getcwd" "gmmktime" "gzcompress" "gzdecode" "gzdeflate" "gzencode" "gzinflate" "gzuncompress"
    "hash_algos" "hebrev" "hex2bin" "hrtime" "html_entity_decode"
    "htmlspecialchars_decode" "iconv" "iconv_substr" "idate" "inet_ntop" "inet_pton"

    "json_decode"
    "json_last_error_msg" "localeconv" "localtime" "long2ip"
    "mb_convert_case" "mb_convert_encoding" "mb_detect_encoding" "mb_str_split"
    "mb_strtolower" "mb_strtoupper"
    "money_format" "mt_srand" "srand" "nl_langinfo"
    "parse_ini_file" "parse_ini_string" "parse_url" "pathinfo" "preg_grep"
    "preg_last_error_msg" "quoted_printable_decode" "quoted_printable_encode"
    "realpath" "scandir" "glob" "serialize" "setlocale"
    "str_rot13" "str_shuffle" "str_word_count" "strftime"
    "strpbrk" "strptime" "strtok" "substr_compare" "substr_replace" "sys_get_temp_dir" "tempnam" "timezone_open"
    "unpack" "pack" "utf8_decode" "utf8_encode" "version_compare" "wordwrap" "stripcslashes" "addcslashes"
    "mkdir" "rmdir" "unlink" "rename" "touch" "chmod" "move_uploaded_file" "opendir" "readdir" "closedir" "curl_init"
    "curl_exec" "curl_close" "curl_error" "curl_errno" "curl_getinfo" "gc_collect_cycles"
    "disk_free_space" "stat" "stream_context_create" "ini_get" "get_cfg_var" "php_ini_loaded_file"
    "ignore_user_abort" "connection_status" "assert_options" "mysqli_real_connect" "mysqli_fetch_object"
    "mysqli_fetch_field" "mysql_fetch_object"
    "session_cache_limiter"
    "session_get_cookie_params" "session_encode" "session_save_path" "session_cache_expire" "headers_list"
    "gethostname" "getservbyname" "getprotobyname" "umask" "filter_list" "filter_id" "filter_has_var"
};
