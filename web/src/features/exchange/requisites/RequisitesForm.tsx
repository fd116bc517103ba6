import type { Endpoint, PaywayInfo, RequisiteInput } from '../../../api/exchangeTypes'
import { AddressForm } from './AddressForm'
import { IbanForm } from './IbanForm'

export type RequisitesFormProps = {
  to: Endpoint
  payway: PaywayInfo | undefined
  saved: RequisiteInput | undefined
  onDone: (requisite: RequisiteInput, label: string) => void
}

/** Where the money goes: a crypto address with its memo, or a bank account with its owner. */
export function RequisitesForm(props: RequisitesFormProps) {
  return props.payway?.kind === 'iban' ? <IbanForm {...props} /> : <AddressForm {...props} />
}
