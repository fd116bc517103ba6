import { afterEach, expect, it } from 'vitest'
import { config } from '../../../host/config'
import { textOf } from '../../../testing/shown'
import { Verdict } from './VerifyPage'

const SANDBOX = 'Sandbox. Not real money.'
const LABEL = {
  kind: 'WALLET_STATEMENT',
  number: 'DOC-1',
  issued: '2026-11-27T18:40:12Z',
  holder: 'Ada',
  from: '2026-09-01',
  to: '2026-11-27',
  isSandbox: true,
  balances: [],
}
const isSandbox = config.sandbox

afterEach(() => {
  config.sandbox = isSandbox
})

it('does not call a document false whose typed code is unknown, because codes are kept for a year', () => {
  const text = textOf(<Verdict by="code" verdict="no-match" />)
  expect(text).toContain('We have no document with this code. Documents older than a year are not kept here')
  expect(text).not.toContain('not issued here')
  expect(text).not.toContain('changed')
})

it.each(['link', 'file'] as const)('calls a document false whose signature in a %s does not fit', (by) => {
  expect(textOf(<Verdict by={by} verdict="no-match" />)).toContain('was not issued here, or it was changed')
})

it.each(['link', 'file', 'code'] as const)('says that the money of a sandbox is not real when a %s matches', (by) => {
  config.sandbox = true
  expect(textOf(<Verdict by={by} verdict="match" />)).toContain(SANDBOX)
  config.sandbox = false
  expect(textOf(<Verdict by={by} verdict="match" />)).not.toContain(SANDBOX)
})

it('says it of a signed label on any page', () => {
  config.sandbox = false
  expect(textOf(<Verdict by="link" verdict="match" label={LABEL} />)).toContain(SANDBOX)
})
