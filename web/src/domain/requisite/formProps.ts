import type { Endpoint, PaywayInfo, RequisiteInput } from '../../api/exchangeTypes'

export type AddressRequisite = Extract<RequisiteInput, { kind: 'address' }>

/** The props of all payout forms: the target, and the previous values. */
export type RequisitesFormProps = {
  to: Endpoint
  payway: PaywayInfo | undefined
  saved: RequisiteInput | undefined
  onDone: (requisite: RequisiteInput, label: string) => void
}
