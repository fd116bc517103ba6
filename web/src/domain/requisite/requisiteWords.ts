import { useLingui } from '@lingui/react/macro'

/**
 * The specification's text for invalid payout details ("Validation rules"), or the server's text if it is more specific.
 */
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
      case 'token_contract':
        return t`This is the contract of a token, not a wallet. What is sent there is lost.`
      case 'burn_address':
        return t`Nobody has the key of this address. What is sent there is lost.`
      case 'incorrect_link':
        return t`This link cannot be read. Copy the address itself.`
      case 'link_for_other_network':
        return t`This link is for another network`
      case 'link_for_other_currency':
        return t`This link asks for another currency, not ${currency}`
      case 'link_not_supported':
        return t`This link asks for more than a payment to an address. Copy the address itself.`
      case 'invisible_character':
        return t`There is an invisible character in it. Type it instead of pasting it.`
      case 'memo_differs':
        return t`The link asks for another memo`
      case 'memo_not_supported':
        return t`This network has no memo`
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
