import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readLaunch } from '../../../shell/frame/launch'
import { FIRST_CHOICE, paramsOf, previewAddress, snippetOf, type WidgetChoice } from './snippet'

const CHOICE: WidgetChoice = {
  ...FIRST_CHOICE,
  side: 'buy',
  isSideFixed: true,
  from: 'EUR',
  to: 'LTC',
  isPairFixed: true,
  amount: '250.00',
  language: 'uk',
  scheme: 'dark',
  color: '#5a3df0',
  hides: ['isHideSwapButton', 'isBrandDisplayed'],
}

describe('the configurator', () => {
  it('writes parameters that the widget understands', () => {
    const { launch, problems } = readLaunch(previewAddress('pk_test_1', CHOICE).split('?')[1] ?? '', [])
    expect(problems).toEqual([])
    expect(launch).toMatchObject({
      apiKey: 'pk_test_1',
      tab: { side: 'BUY', isOnly: true },
      from: { currency: { value: 'EUR', isFixed: true } },
      to: { currency: { value: 'LTC', isFixed: true } },
      amount: { end: 'from', value: '250.00' },
      language: 'uk',
      scheme: 'dark',
      colours: { BrandColor: '#5a3df0' },
      hides: ['swap', 'brand'],
    })
  })

  it('suggests what is not fixed, and leaves out what is not chosen', () => {
    expect(paramsOf({ ...FIRST_CHOICE, from: 'EUR', side: 'sell' })).toEqual({
      fromCurrencyDefault: 'EUR',
      defaultTab: 'sell',
    })
    expect(paramsOf(FIRST_CHOICE)).toEqual({})
  })

  it('writes a snippet for each mode that cannot break out of its script', () => {
    const inline = snippetOf('https://pay.example', 'pk_test_1', { ...CHOICE, mode: 'inline' })
    expect(inline).toContain('<script src="https://pay.example/widget.js"></script>')
    expect(inline).toContain('container: "#exchange"')
    const odd = snippetOf('https://pay.example', 'pk_test_1', { ...CHOICE, amount: '</script><b>' })
    expect(odd.match(/<\/script>/g)).toHaveLength(2)
  })
})

describe('the loader', () => {
  const loader = readFileSync(new URL('../../../../public/widget.js', import.meta.url))

  it('has at most 3 kB compressed', () => expect(gzipSync(loader, { level: 9 }).length).toBeLessThanOrEqual(3_000))
})
