import { describe, expect, it } from 'vitest'
import { messages as main } from '../../../locales/uk.po'
import { messages as later } from '../../../locales/later/uk.po'
import { markupOf, textOf } from '../../../testing/shown'
import { DocumentsPage } from './DocumentsPage'
import { userQuery } from '../queries'
import { type DocumentsInfo, documentsQuery, type Proof } from './queries'

type Verification = DocumentsInfo['verification']

const USER = { residence_country: 'UA', address: {} }

function page(of: Proof, verification: Partial<Verification>) {
  const info = {
    attempts_left: 3,
    missing: [],
    handed_in: [],
    verification: { is_open: false, reasons: [], ...verification },
  }
  const node = (
    <DocumentsPage of={of} support={<a href="/support">Contact support</a>} back={null} onForbidden={() => undefined} />
  )
  const answers = [
    [userQuery.queryKey, USER],
    [documentsQuery(of).queryKey, info],
  ] as const
  return { node, answers }
}

const shown = (of: Proof, verification: Partial<Verification>) => {
  const { node, answers } = page(of, verification)
  return textOf(node, { answers })
}

describe('a verification that waits', () => {
  it('says how long, and that nothing has to be done', () => {
    expect(shown('identity', { shown: 'in_progress' })).toContain(
      'We are reviewing it It usually takes two minutes. You can leave this page: we will email you.',
    )
    expect(shown('source_of_funds', { shown: 'in_progress' })).toContain('We usually review it within a day.')
  })

  it('says when it takes longer, and whom to ask', () => {
    const text = shown('identity', { shown: 'too_long' })
    expect(text).toContain('It takes longer than usual A person has to review it, which can take up to 24 hours.')
    expect(text).toContain('Contact support')
  })

  it('is announced', () => {
    const { node, answers } = page('identity', { shown: 'too_long' })
    expect(markupOf(node, { answers })).toMatch(/role="status".*It takes longer than usual/s)
  })

  it('says it in Ukrainian', () => {
    const { node, answers } = page('address', { shown: 'too_long' })
    const text = textOf(node, { locale: 'uk', messages: { ...main, ...later }, answers })
    expect(text).toContain('Підтвердьте адресу документом Це триває довше, ніж зазвичай')
  })
})

describe('a verification that was refused', () => {
  it('says why and whom to ask', () => {
    const text = shown('identity', { shown: 'rejected', reasons: ['data_mismatch'] })
    expect(text).toContain('We could not verify you')
    expect(text).toContain('The document does not match your personal details.')
    expect(text).toContain('Contact support')
  })

  it('says that there were too many attempts', () => {
    expect(shown('identity', { shown: 'not_verified' })).toContain('Too many attempts')
  })
})
