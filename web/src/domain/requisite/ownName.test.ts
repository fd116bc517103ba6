import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/problem'
import { ownNameWords } from './ownName'

const refused = (pointer: string, code = 'not_own_name') => {
  const words = ownNameWords(new ApiError('VALIDATION_ERROR', 400, { fields: [{ pointer, code }] }))
  return words && i18n._(words)
}

it('an account or a card of somebody else is named as the reason', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(refused('/requisite/full_name')).toMatch(/^The account must be in your own name/)
  expect(refused('/holder')).toMatch(/^The card must be in your own name/)
  expect(refused('/holder', 'required')).toBeUndefined()
  expect(ownNameWords(new Error('lost'))).toBeUndefined()
})
