import { expect, it } from 'vitest'
import { handOverCode } from './handOver'

it.each([
  ['#handover=agio_ho_3f-A9', 'agio_ho_3f-A9'],
  ['#handover=', undefined],
  ['#handover=a b', undefined],
  [`#handover=${'x'.repeat(101)}`, undefined],
  ['#main', undefined],
  ['', undefined],
])('%s hands on %s', (hash, code) => expect(handOverCode(hash)).toBe(code))
