import { useLingui } from '@lingui/react/macro'

/** The specification's words for a requisite that cannot be used (section 5); the server's where it says more. */
export function useRequisiteWords(): (code: string, message: string, currency: string) => string {
  const { t } = useLingui()
  return (code, message, currency) => {
    switch (code) {
      case 'required':
        return t`Field is required`
      case 'incorrect_address':
        return t`Incorrect address`
      case 'address_not_for_currency':
        return t`Cannot send ${currency} to this address`
      case 'payway_not_for_currency':
        return t`${currency} cannot be sent over this network`
      case 'incorrect_iban':
        return t`Incorrect IBAN`
      case 'iban_eur_sepa_only':
        return t`EUR can be sent only to SEPA IBANs`
      case 'iban_uah_ukrainian_only':
        return t`UAH can be sent only to Ukrainian IBANs`
      case 'iban_pln_polish_only':
        return t`PLN can be sent only to Polish IBANs`
      case 'iban_usd_unsupported':
        return t`USD cannot be sent to this IBAN`
      case 'invalid_character':
        return t`Invalid character`
      case 'mixed_scripts':
        return t`Write each word in one alphabet, Latin or Cyrillic`
      case 'max_length':
        return t`This is too long`
      default:
        return message || t`Check this value`
    }
  }
}
