/** The exchange types of the API schema under short names. Amounts are decimal strings with the currency's scale. */
import type { components } from './schema.gen'

type Schemas = components['schemas']

export type Side = Schemas['Side']
export type CurrencyCode = Schemas['CurrencyCode']
export type PaywayCode = Schemas['PaywayCode']
/** The kind of movement of a form: an exchange by its side, or a deposit, withdrawal or conversion of balances. */
export type MovementKind = Side | 'DEPOSIT' | 'WITHDRAW' | 'CONVERT'
/** One end of a movement: a currency on a payway or on the balance. */
export type Endpoint = { currency: CurrencyCode; payway: Schemas['EndpointCode'] }

export type CurrencyInfo = Schemas['CurrencyInfo']
export type PaywayInfo = Schemas['PaywayInfo']
export type PaywayPause = Schemas['PaywayPauseInfo']
export type Direction = Schemas['Direction']
export type Line = Schemas['QuoteLine']
export type LineKind = Schemas['LineKind']
export type QuoteRequest = Schemas['QuoteRequest']
export type Quote = Schemas['Quote']
export type RequisiteVerdict = Schemas['RequisiteVerdict']
export type PayeeVerdict = Schemas['PayeeVerdict']
export type PayeeInfo = Schemas['PayeeInfo']
export type CardToken = Schemas['CardToken']

/** The payout details. Narrower than the API schema, which has one flat shape for the three kinds. */
export type RequisiteInput =
  | { kind: 'address'; value: string; memo?: string }
  | { kind: 'iban'; value: string; full_name: string; payee_check_id?: string; payee_acknowledged?: boolean }
  | { kind: 'card'; card_token: string }

/** An amount in any unit; display code does not need the closed list of currencies. */
export type Money = { amount: string; currency: string }

export type Transaction = Schemas['Transaction']
export type ChoiceInfo = Schemas['ChoiceInfo']
export type HoldNeeds = Schemas['HoldNeeds']
export type TransactionStatus = Schemas['Status']
export type SubState = Schemas['SubState']
export type Headline = Schemas['Headline']
export type HeadlineKind = Schemas['HeadlineKind']
export type MakeGood = Schemas['MakeGood']
export type Refund = Schemas['Refund']
export type DeclineReason = Schemas['DeclineReason']
export type TimelineStep = Schemas['Step']
export type StepState = Schemas['StepState']
export type Payment = Schemas['Payment']
export type CardPaymentState = Schemas['CardPayment']
export type BankPaymentState = Schemas['BankPayment']
export type CodePaymentState = Schemas['CodePayment']
export type CryptoPaymentState = Schemas['CryptoPayment']
export type Payout = Schemas['Payout']
export type ActionRequired = Schemas['ActionInfo']
export type ActionOption = Schemas['ActionOption']
export type ActionReason = Schemas['ActionReason']
export type Allowed = Schemas['Allowed']
