import { AddressForm } from '../../../flow/requisite/AddressForm'
import type { RequisitesFormProps } from '../../../flow/requisite/formProps'
import { IbanForm } from './IbanForm'

/** Where the money goes: a crypto address with its memo, or a bank account with its owner. */
export function RequisitesForm(props: RequisitesFormProps) {
  return props.payway?.kind === 'iban' ? <IbanForm {...props} /> : <AddressForm {...props} />
}
