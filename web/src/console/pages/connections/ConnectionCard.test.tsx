import { expect, it } from 'vitest'
import { markupOf, textOf } from '../../../testing/shown'
import type { Connection, ConnectionKind } from '../../api/connections'
import { ConnectionCard } from './ConnectionCard'

const DRAFT: Connection = {
  id: '019a0000-0000-7000-8000-000000000001',
  state: 'draft',
  made_by: 'tom@bank.example',
  made_at: '2026-11-26T18:00:00Z',
  accounts: [],
  url: 'https://pay.example/api',
  currencies: ['EUR'],
}
const PASSED: Connection = {
  ...DRAFT,
  test: { at: '2026-11-26T19:00:00Z', is_passed: true, answer: 'The orchestrator answers, and it knows the key.' },
}
const CARDS: ConnectionKind = { kind: 'cards', is_from_server: false }

const shown = (of: ConnectionKind, may = true) => textOf(<ConnectionCard of={of} may={may} />)

it('says that two operators connect something, and offers the first step to who may', () => {
  expect(shown(CARDS)).toMatch(/Nothing is connected\..*Connect$/)
  expect(shown(CARDS, false)).not.toMatch(/Connect$/)
})

it('offers to switch a draft on only after a test that passed', () => {
  const button = (of: ConnectionKind) => {
    const markup = markupOf(<ConnectionCard of={of} may />)
    return /<button[^>]*>Switch on/.exec(markup)?.[0] ?? ''
  }
  expect(button({ ...CARDS, draft: DRAFT })).toMatch(/ (aria-)?disabled=/)
  expect(button({ ...CARDS, draft: PASSED })).not.toMatch(/ (aria-)?disabled=/)
  expect(shown({ ...CARDS, draft: PASSED })).toContain('it knows the key.')
})

it('shows what is on beside the draft that may take its place, and no key of either', () => {
  const text = shown({ ...CARDS, current: { ...PASSED, id: '2', state: 'on' }, draft: DRAFT })
  expect(text).toMatch(/Cards On/)
  expect(text).toContain('encrypted, never shown')
  expect(text).toMatch(/Switch off.*Draft.*Switch on/)
})

it('says that the settings of the server win', () => {
  expect(shown({ ...CARDS, is_from_server: true })).toContain('They win over what is made here.')
})

it('has no button for somebody who only reads', () => {
  expect(markupOf(<ConnectionCard of={{ ...CARDS, draft: DRAFT }} may={false} />)).not.toContain('<button')
})
