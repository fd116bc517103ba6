import { useLingui } from '@lingui/react/macro'
import type { CardProblem } from '../cardInput'

/** The error texts of the card fields; the texts of the required and name rules are the specification's. */
export function useCardWords(): (problem: CardProblem) => string {
  const { t } = useLingui()
  return (problem) => {
    switch (problem) {
      case 'required':
        return t`Field is required`
      case 'number_incomplete':
        return t`Enter all 16 digits`
      case 'number_wrong':
        return t`Check the number: a digit is wrong`
      case 'brand_unsupported':
        return t`Only Visa and Mastercard are accepted`
      case 'expiry_incomplete':
        return t`Enter month and year`
      case 'expiry_wrong':
        return t`Check the date`
      case 'expired':
        return t`This card has expired`
      case 'cvv_incomplete':
        return t`Enter the 3 digits from the back`
      case 'name_length':
        return t`Enter 2 to 50 characters`
      case 'name_characters':
        return t`Invalid character`
    }
  }
}
