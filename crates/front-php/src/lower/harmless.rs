//! Functions of PHP that are not modelled and that only compute or ask: their results are anything, and that is all.
//!
//! None of them writes to the page, calls a function of the page, assigns an argument or changes a variable. Every other
//! function that is not modelled is a gap.

use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Whether a function of PHP, by its name in lower case, does nothing but give a result.
pub(super) fn is_harmless(name: &str) -> bool {
    static NAMES_SET: OnceLock<BTreeSet<&str>> = OnceLock::new();
    NAMES_SET.get_or_init(|| NAMES.split_ascii_whitespace().collect()).contains(name)
}

/// Whether a function of PHP throws nothing when it is given texts and numbers, whatever they are.
pub(super) fn never_throws(name: &str) -> bool {
    static NAMES_SET: OnceLock<BTreeSet<&str>> = OnceLock::new();
    NAMES_SET.get_or_init(|| THROWING_NOTHING.split_ascii_whitespace().collect()).contains(name)
}

/// Whether a function of PHP that throws nothing takes functions, which may be closures or arrays.
pub(super) fn takes_functions(name: &str) -> bool {
    matches!(
        name,
        "register_shutdown_function"
            | "set_exception_handler"
            | "set_error_handler"
            | "ob_start"
            | "is_callable"
            | "preg_replace_callback"
    )
}

/// Arguments that functions of PHP assign beside what their models say, by the function and the place.
pub(super) const ASSIGNED: [(&str, usize); 6] = [
    ("flock", 2),
    ("headers_sent", 0),
    ("headers_sent", 1),
    ("is_callable", 2),
    ("preg_filter", 4),
    ("preg_replace_callback", 4),
];

const THROWING_NOTHING: &str = "
addslashes base64_encode basename boolval bin2hex chr crc32 date define defined dirname error_reporting
escapeshellcmd floatval function_exists gettype htmlentities htmlspecialchars html_entity_decode
htmlspecialchars_decode ini_get ini_set intval is_array is_bool is_callable is_float is_int is_integer is_long
is_double is_null is_numeric is_object is_resource is_scalar is_string lcfirst ltrim md5 microtime mb_strlen nl2br
ord preg_match preg_quote preg_replace rawurldecode rawurlencode rtrim sha1 str_contains str_ends_with
str_ireplace str_replace str_starts_with strcasecmp strcmp strip_tags stripslashes strlen strncasecmp strncmp
strrchr strrev strstr strtolower strtoupper strtr strval substr time trim ucfirst ucwords uniqid urldecode
urlencode var_dump var_export print_r ob_start ob_get_clean ob_get_contents ob_end_clean ob_end_flush header
filter_var mysqli_real_escape_string mysql_real_escape_string pg_escape_string register_shutdown_function
set_exception_handler set_error_handler restore_exception_handler restore_error_handler ob_get_level
ob_get_length ob_get_flush ob_clean ob_flush
";

const NAMES: &str = "
abs acos acosh addcslashes addslashes array_change_key_case array_chunk array_column array_combine
array_count_values array_diff array_diff_assoc array_diff_key array_fill array_fill_keys array_flip
array_intersect array_intersect_assoc array_intersect_key array_is_list array_key_first array_key_last
array_keys array_merge array_merge_recursive array_pad array_product array_rand array_replace
array_replace_recursive array_reverse array_search array_slice array_sum array_unique array_values asin
asinh atan atan2 atanh base64_decode base64_encode base_convert basename bin2hex bindec boolval
cal_days_in_month cal_from_jd cal_info cal_to_jd ceil checkdate checkdnsrr chgrp chmod chop chown chr
chunk_split class_exists clearstatcache closedir connection_aborted connection_status convert_uudecode
convert_uuencode cos cosh count count_chars crc32 crypt ctype_alnum ctype_alpha ctype_cntrl ctype_digit
ctype_graph ctype_lower ctype_print ctype_punct ctype_space ctype_upper ctype_xdigit date date_add
date_create date_default_timezone_get date_diff date_format date_parse date_sub decbin dechex decoct
deflate_add deflate_init deg2rad dir dirname disk_free_space disk_total_space diskfreespace
dns_check_record doubleval easter_date easter_days error_clear_last error_get_last error_reporting
escapeshellarg escapeshellcmd exp explode expm1 extension_loaded fclose fdatasync fdiv feof fflush fgetc
fgetcsv fgets file file_exists file_get_contents fileatime filectime filegroup fileinode filemtime
fileowner fileperms filesize filetype filter_has_var filter_id filter_input filter_input_array filter_list
filter_var filter_var_array floatval floor fmod fnmatch fopen fread frenchtojd fseek fstat fsync ftell
ftok ftruncate function_exists gc_collect_cycles get_cfg_var get_class get_class_methods get_current_user
get_debug_type get_declared_classes get_declared_interfaces get_declared_traits get_defined_constants
get_defined_functions get_extension_funcs get_headers get_html_translation_table get_include_path
get_included_files get_loaded_extensions get_meta_tags get_object_vars get_parent_class get_required_files
getcwd getdate getenv gethostbyaddr gethostbyname gethostbynamel gethostname getlastmod getmygid
getmyinode getmypid getmyuid getprotobyname getprotobynumber getrandmax getrusage getservbyname
getservbyport gettimeofday gettype glob gmdate gmmktime gmstrftime gregoriantojd gzcompress gzdecode
gzdeflate gzencode gzeof gzfile gzgetc gzgets gzinflate gzopen gzread gzrewind gzseek gztell gzuncompress
hash hash_algos hash_copy hash_equals hash_file hash_final hash_hkdf hash_hmac hash_hmac_algos
hash_hmac_file hash_init hash_pbkdf2 hash_update hash_update_file hash_update_stream headers_list
headers_sent hebrev hex2bin hexdec hrtime html_entity_decode htmlentities htmlspecialchars
htmlspecialchars_decode http_response_code hypot iconv iconv_get_encoding iconv_mime_decode
iconv_mime_decode_headers iconv_mime_encode iconv_strlen iconv_strpos iconv_strrpos iconv_substr idate
ignore_user_abort implode in_array inet_ntop inet_pton inflate_add inflate_get_read_len inflate_get_status
inflate_init intdiv interface_exists intval ip2long iptcembed iptcparse is_a is_array is_bool is_countable
is_dir is_double is_executable is_file is_finite is_float is_infinite is_int is_integer is_iterable
is_link is_long is_nan is_null is_numeric is_object is_readable is_resource is_scalar is_string
is_subclass_of is_uploaded_file is_writable is_writeable jddayofweek jdmonthname jdtofrench jdtogregorian
jdtojewish jdtojulian jdtounix jewishtojd join json_decode json_last_error json_last_error_msg juliantojd
key_exists lcfirst lcg_value lchgrp lchown levenshtein localeconv localtime log log10 log1p long2ip lstat
ltrim mail max mb_check_encoding mb_chr mb_convert_case mb_convert_encoding mb_decode_numericentity
mb_detect_encoding mb_encode_numericentity mb_list_encodings mb_ord mb_scrub mb_str_split mb_strimwidth
mb_stripos mb_strlen mb_strpos mb_strrpos mb_strstr mb_strtolower mb_strtoupper mb_strwidth mb_substr
mb_substr_count md5 md5_file memory_get_peak_usage memory_get_usage memory_reset_peak_usage metaphone
method_exists mhash mhash_count mhash_get_block_size mhash_get_hash_name mhash_keygen_s2k microtime min
mkdir mktime move_uploaded_file mt_getrandmax mt_rand mt_srand mysqli_begin_transaction
mysqli_character_set_name mysqli_commit mysqli_connect_error mysqli_data_seek mysqli_fetch_field
mysqli_fetch_object mysqli_get_server_info mysqli_init mysqli_num_fields mysqli_ping mysqli_rollback
mysqli_stmt_errno mysqli_stmt_error net_get_interfaces nl2br nl_langinfo number_format octdec opendir
openssl_cipher_iv_length openssl_cipher_key_length openssl_cms_decrypt openssl_cms_encrypt
openssl_cms_sign openssl_cms_verify openssl_csr_export_to_file openssl_csr_get_public_key
openssl_csr_get_subject openssl_csr_sign openssl_decrypt openssl_dh_compute_key openssl_digest
openssl_error_string openssl_free_key openssl_get_cert_locations openssl_get_cipher_methods
openssl_get_curve_names openssl_get_md_methods openssl_get_privatekey openssl_get_publickey openssl_pbkdf2
openssl_pkcs12_export_to_file openssl_pkcs7_decrypt openssl_pkcs7_encrypt openssl_pkcs7_sign
openssl_pkcs7_verify openssl_pkey_derive openssl_pkey_export_to_file openssl_pkey_free
openssl_pkey_get_details openssl_pkey_get_private openssl_pkey_get_public openssl_pkey_new
openssl_spki_export openssl_spki_export_challenge openssl_spki_new openssl_spki_verify openssl_verify
openssl_x509_check_private_key openssl_x509_checkpurpose openssl_x509_export_to_file
openssl_x509_fingerprint openssl_x509_free openssl_x509_parse openssl_x509_read openssl_x509_verify ord
pack parse_ini_file parse_ini_string parse_url password_algos password_get_info password_hash
password_needs_rehash password_verify pathinfo pclose php_sapi_name php_uname phpversion pi pos pow
preg_grep preg_quote preg_split property_exists quoted_printable_decode quoted_printable_encode quotemeta
rad2deg rand random_bytes random_int range rawurldecode rawurlencode readdir readlink realpath
realpath_cache_get realpath_cache_size rename rewind rewinddir rmdir round rtrim scandir
session_get_cookie_params session_id session_name session_regenerate_id session_set_cookie_params
session_status set_time_limit sha1 sha1_file sin sinh sizeof sleep soundex spl_autoload_functions
spl_object_hash spl_object_id sprintf sqrt srand stat str_contains str_ends_with str_getcsv str_pad
str_repeat str_rot13 str_shuffle str_split str_starts_with str_word_count strcasecmp strchr strcmp strcoll
strcspn strftime strip_tags stripcslashes stripos stripslashes stristr strlen strnatcasecmp strnatcmp
strncasecmp strncmp strpbrk strpos strptime strrchr strrev strripos strrpos strspn strstr strtolower
strtotime strtoupper strtr strval substr substr_compare substr_count substr_replace sys_get_temp_dir
sys_getloadavg tan tanh tempnam time timezone_open tmpfile touch trim ucfirst ucwords uniqid unixtojd
unlink unpack urldecode urlencode usleep utf8_decode utf8_encode version_compare vsprintf wordwrap
zend_version zlib_decode zlib_encode zlib_get_coding_type
";
