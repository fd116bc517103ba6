import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** A value that a sandbox takes for something else, and what that is. */
type TestValue = readonly [value: string, effect: MessageDescriptor]
export type TestValues = { name: MessageDescriptor; values: readonly TestValue[] }

const pays = msg`pays`
const declined = msg`is declined`
const expired = msg`has expired`

/** The values of the test mode. docs/partners.md has the same. */
export const TEST_VALUES: readonly TestValues[] = [
  {
    name: msg`Codes by email and text, for @example.test and +999`,
    values: [
      ['111111', msg`right`],
      ['222222', msg`wrong`],
      ['333333', expired],
      ['444444', msg`tried too often`],
    ],
  },
  {
    name: msg`Cards`,
    values: [
      ['4242 4242 4242 4242', pays],
      ['4000 0000 0000 3220', msg`asks for 3-D Secure`],
      ['4000 0000 0000 0002', declined],
      ['4000 0000 0000 9995', msg`has not enough funds`],
      ['4000 0000 0000 0069', expired],
    ],
  },
  {
    name: msg`BLIK codes`,
    values: [
      ['777123', pays],
      ['777999', declined],
      ['777000', expired],
    ],
  },
  {
    name: msg`Bank accounts of payouts`,
    values: [
      ['DE89370400440532013000', msg`credited after 10 minutes of the test clock`],
      ['NL91ABNA0417164300', msg`the payee’s name matches closely`],
      ['FR1420041010050500013M02606', msg`the payee’s name does not match`],
      ['GB29NWBK60161331926819', msg`the payment comes back`],
    ],
  },
  {
    name: msg`Amounts of coins that a test key pays`,
    values: [
      ['….01', msg`half of it arrives`],
      ['….02', msg`half more arrives`],
      ['….03', msg`arrives after the order has expired`],
      ['….04', msg`arrives twice`],
      ['….05', msg`another coin arrives`],
    ],
  },
  {
    name: msg`Family names for verification`,
    values: [
      ['Approved', msg`verified`],
      ['Rejected', msg`refused for good`],
      ['Retry', msg`asked for once more`],
      ['Onhold', msg`waits for an operator`],
      ['Slow', msg`verified after 24 hours`],
      ['Notallowed', msg`not possible for this person`],
    ],
  },
  {
    name: msg`Countries of residence`,
    values: [
      ['ZZ', msg`not served`],
      ['XE', msg`inside the EEA`],
      ['XN', msg`outside the EEA`],
    ],
  },
]
