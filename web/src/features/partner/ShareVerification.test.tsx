import { expect, it } from 'vitest'
import { linked, textOf } from '../../testing/shown'
import ShareVerification, { Question } from './ShareVerification'

it('says which partner asks and what it learns', async () => {
  const text = textOf(await linked(<Question partner="https://shop.example" token="vl_1" />))
  expect(text).toContain('shop.example wants to know how far you are verified here.')
  expect(text).toContain('no name, no document and no balance')
  expect(text).toMatch(/Share and go back See my verifications$/)
})

it('says that a link without its token is over', async () => {
  expect(textOf(await linked(<ShareVerification back={null} />))).toContain('This link was used or has expired.')
})
