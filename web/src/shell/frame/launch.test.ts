import { describe, expect, it } from 'vitest'
import { readLaunch } from './launch'

const read = (query: string, refused: { parameter: string; rule: string }[] = []) => readLaunch(query, refused)
const launch = (query: string) => read(query).launch
const broken = (query: string) => read(query).problems

describe('launch parameters', () => {
  it('fix a currency, payway and amount, or suggest them', () => {
    const fixed = launch('?apiKey=pk_test_1&fromCurrency=EUR&fromPayway=visamc&toCurrencyDefault=LTC&fromAmount=250.00')
    expect(fixed.from).toEqual({
      currency: { value: 'EUR', isFixed: true },
      payway: { value: 'visamc', isFixed: true },
    })
    expect(fixed.to).toEqual({ currency: { value: 'LTC', isFixed: false } })
    expect(fixed.amount).toEqual({ end: 'from', value: '250.00' })
    expect(launch('?fromCurrency=EUR&fromCurrencyDefault=USD').from.currency?.value).toBe('EUR')
    expect(launch('?toAmount=0.5').amount).toEqual({ end: 'to', value: '0.5' })
  })

  it.each([
    ['displayTab=sell', { side: 'SELL', isOnly: true }],
    ['defaultTab=swap', { side: 'SWAP', isOnly: false }],
    ['displayTab=BUY&defaultTab=sell', { side: 'BUY', isOnly: true }],
    ['displayTab=wallet', undefined],
  ])('%s', (query, tab) => expect(launch(`?${query}`).tab).toEqual(tab))

  it('hide what a partner does not want, and show the brand unless told otherwise', () => {
    expect(launch('?isHideBackButton=true&isHideSwapButton=false&isHideLogoutButton=true').hides).toEqual([
      'back',
      'logout',
    ])
    expect(launch('?isBrandDisplayed=false').hides).toEqual(['brand'])
    expect(launch('').hides).toEqual([])
  })

  it('set typed colours and nothing else', () => {
    const colours = { BrandColor: '#5A3DF0', BgPrimary: 'url(x)', ButtonPimary: '#123456', Other: '#000000' }
    const found = read(`?customerColors=${encodeURIComponent(JSON.stringify(colours))}`)
    expect(found.launch.colours).toEqual({ BrandColor: '#5A3DF0', ButtonPimary: '#123456' })
    expect(found.problems).toEqual([{ parameter: 'customerColors.BgPrimary', rule: 'invalid' }])
    expect(launch('?themeColor=%235a3df0').colours).toEqual({ BrandColor: '#5a3df0' })
    expect(launch('?themeColor=dark').scheme).toBe('dark')
    expect(broken('?customerColors=%7B')).toEqual([{ parameter: 'customerColors', rule: 'invalid' }])
  })

  it('suggest what the partner knows of the person', () => {
    const query = '?phone=%2B380441234567&isPhoneLocked=true&firstName=Olena&dateOfBirth=1990-12-10&residenceCountry=PL'
    const { phone, isPhoneLocked, person } = launch(query)
    expect({ phone, isPhoneLocked }).toEqual({ phone: '+380441234567', isPhoneLocked: true })
    expect(person).toEqual({ firstName: 'Olena', dateOfBirth: '1990-12-10', residenceCountry: 'PL' })
    const refused = read(query, [{ parameter: 'firstName', rule: 'signature_required' }])
    expect(refused.launch.person.firstName).toBeUndefined()
  })

  it('are ignored if the server does not allow them, and that is reported', () => {
    const refused = [{ parameter: 'email', rule: 'signature_required' }]
    const { launch, problems } = read('?email=a@b.example&isEmailLocked=true', refused)
    expect(launch.email).toBeUndefined()
    expect(problems).toEqual(refused)
    expect(read('?email=a@b.example').launch.email).toBe('a@b.example')
  })

  it.each([
    ['fromAmount=-1', 'fromAmount'],
    ['fromAmount=1e5', 'fromAmount'],
    ['fromCurrency=eur%20', 'fromCurrency'],
    ['language=de', 'language'],
    ['isAmountLocked=yes', 'isAmountLocked'],
    ['themeColor=red', 'themeColor'],
    ['returnUrl=javascript:alert(1)', 'returnUrl'],
    ['email=nobody', 'email'],
    ['isHideBackButton=1', 'isHideBackButton'],
    ['transactionId=ord_1/../../balances', 'transactionId'],
    ['externalTransactionId=', 'externalTransactionId'],
    ['externalCustomerId=a%00', 'externalCustomerId'],
    [`externalCustomerId=${'a'.repeat(101)}`, 'externalCustomerId'],
  ])('%s is reported', (query, parameter) => expect(broken(`?${query}`)).toEqual([{ parameter, rule: 'invalid' }]))

  it('with an id of 100 letters of any script are taken', () => {
    const id = '𐍈'.repeat(100)
    expect(read(`?externalTransactionId=${id}`).launch.externalTransactionId).toBe(id)
  })

  it('name a transaction to go on with', () => {
    const id = `ord_${'0'.repeat(31)}1`
    expect(launch(`?transactionId=${id}`).transactionId).toBe(id)
  })

  it('that nobody knows are ignored', () => expect(read('?utm_x=1&whatever=2').problems).toEqual([]))

  it('name one amount', () =>
    expect(broken('?fromAmount=1&toAmount=2')).toEqual([{ parameter: 'toAmount', rule: 'one_amount' }]))
})
