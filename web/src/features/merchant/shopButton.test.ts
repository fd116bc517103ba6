import { expect, test } from 'vitest'
import { shopButton } from './shopButton'

test('a button leads to the payment in the colour of the shop', () => {
  const code = shopButton('https://pay.example/pay/payment#agp_1', 'Pay €25.00', '#1f6f4a')
  expect(code).toContain('href="https://pay.example/pay/payment#agp_1"')
  expect(code).toContain('background: #1f6f4a')
  expect(code).toMatch(/>Pay €25\.00<\/a>$/)
})

test('a text cannot end the element', () => {
  const code = shopButton('https://pay.example/"><script>', '<b>"&', undefined)
  expect(code).not.toContain('<script>')
  expect(code).toContain('&lt;b&gt;&quot;&amp;</a>')
})
