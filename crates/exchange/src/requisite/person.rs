//! The name of an account holder.

use identity::rules;

use super::RequisiteError;

/// Validates a full name by the platform's rule ([`rules::full_name`]).
///
/// # Errors
/// [`RequisiteError`] about `full_name`.
pub fn validate_full_name(value: &str) -> Result<String, RequisiteError> {
    rules::full_name(value).map_err(|broken| {
        let message = match broken.code {
            "required" => "Field is required",
            "min_length" => "Min length 2",
            "max_length" => "Max length 50",
            "invisible_character" => "Take out the invisible character",
            "mixed_scripts" => "Write each word in one alphabet, Latin or Cyrillic",
            _ => "Invalid character",
        };
        RequisiteError { field: "full_name", code: broken.code, message: message.into() }
    })
}
