/** The exchange's part of the API document by the names the code uses; amounts are decimal strings of exact scale. */
import type { components } from './schema.gen'

type Schemas = components['schemas']

export type Side = Schemas['Side']
export type CurrencyCode = Schemas['CurrencyCode']
export type PaywayCode = Schemas['PaywayCode']
/** What a form moves: an exchange by its side, or money to, from and between the person's balances. */
export type MovementKind = Side | 'DEPOSIT' | 'WITHDRAW' | 'CONVERT'
/** A currency on a payway or on the balance: one end of a movement. */
export type Endpoint = { currency: CurrencyCode; payway: Schemas['EndpointCode'] }

export type CurrencyInfo = Schemas['CurrencyInfo']
export type PaywayInfo = Schemas['PaywayInfo']
export type Direction = Schemas['Direction']
export type Line = Schemas['QuoteLine']
export type LineKind = Schemas['LineKind']
export type QuoteRequest = Schemas['QuoteRequest']
export type Quote = Schemas['Quote']
export type RequisiteVerdict = Schemas['RequisiteVerdict']
export type PayeeVerdict = Schemas['PayeeVerdict']
export type PayeeInfo = Schemas['PayeeInfo']
export type CardToken = Schemas['CardToken']

/** Where the money goes; narrower than the document, which has one flat shape for the three kinds. */
export type RequisiteInput =
  | { kind: 'address'; value: string; memo?: string }
  | { kind: 'iban'; value: string; full_name: string; payee_check_id?: string; payee_acknowledged?: boolean }
  | { kind: 'card'; card_token: string }

/** An amount with any unit; the screen does not need the closed list. */
export type Money = { amount: string; currency: string }

export type Transaction = Schemas['Transaction']
export type TransactionStatus = Schemas['Status']
export type SubState = Schemas['SubState']
export type Headline = Schemas['Headline']
export type HeadlineKind = Schemas['HeadlineKind']
export type Refund = Schemas['Refund']
export type DeclineReason = Schemas['DeclineReason']
export type TimelineStep = Schemas['Step']
export type StepState = Schemas['StepState']
export type Payment = Schemas['Payment']
export type CardPaymentState = Schemas['CardPayment']
export type BankPaymentState = Schemas['BankPayment']
export type BlikPaymentState = Schemas['BlikPayment']
export type CryptoPaymentState = Schemas['CryptoPayment']
export type Payout = Schemas['Payout']
export type ActionRequired = Schemas['ActionInfo']
export type ActionOption = Schemas['ActionOption']
export type ActionReason = Schemas['ActionReason']
export type Allowed = Schemas['Allowed']
