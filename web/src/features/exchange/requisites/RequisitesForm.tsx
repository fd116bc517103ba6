import { AddressForm } from '../../../domain/requisite/AddressForm'
import type { AddressRequisite, RequisitesFormProps } from '../../../domain/requisite/formProps'
import { IbanForm } from './IbanForm'

/** The payout details: a crypto address with its memo, or a bank account with its holder. */
export function RequisitesForm(
  props: RequisitesFormProps & { onAmount?: (amount: string, requisite: AddressRequisite) => void },
) {
  const { onAmount, ...form } = props
  if (form.payway?.kind === 'iban') return <IbanForm {...form} />
  return <AddressForm {...form} offersSaving {...(onAmount ? { onAmount } : {})} />
}
