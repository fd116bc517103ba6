import type { Endpoint, PaywayInfo, RequisiteInput } from '../../api/exchangeTypes'

export type AddressRequisite = Extract<RequisiteInput, { kind: 'address' }>

/** What every form of a requisite takes: what is received where, and what was chosen before. */
export type RequisitesFormProps = {
  to: Endpoint
  payway: PaywayInfo | undefined
  saved: RequisiteInput | undefined
  onDone: (requisite: RequisiteInput, label: string) => void
}
