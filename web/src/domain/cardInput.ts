/** Parses a payment card while it is typed. Stores nothing: the number goes only to the acquirer. */

export type CardBrand = 'visa' | 'mastercard'

export type CardInput = { number: string; expiry: string; cvv: string; holder: string }

export type CardProblem =
  | 'required'
  | 'number_incomplete'
  | 'number_wrong'
  | 'brand_unsupported'
  | 'expiry_incomplete'
  | 'expiry_wrong'
  | 'expired'
  | 'cvv_incomplete'
  | 'name_length'
  | 'name_characters'

const NUMBER_LENGTH = 16

/** Digits in groups of four, as printed on the card. */
export function formatCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, NUMBER_LENGTH)
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats "0729" or "7/29" as "07 / 29"; a deleted slash stays deleted. */
export function formatExpiry(text: string): string {
  const lone = /^\s*([2-9])\s*(\/|$)/.exec(text)
  const digits = (lone ? `0${text}` : text).replace(/\D/g, '').slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

export function brandOf(number: string): CardBrand | undefined {
  const digits = number.replace(/\D/g, '')
  if (digits.startsWith('4')) return 'visa'
  const four = Number(digits.slice(0, 4).padEnd(4, '0'))
  if (/^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720)) return 'mastercard'
  return undefined
}

/** The Luhn check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const weighted = index % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return digits.length > 0 && sum % 10 === 0
}

function numberProblem(number: string): CardProblem | undefined {
  const digits = number.replace(/\D/g, '')
  if (digits === '') return 'required'
  if (digits.length < NUMBER_LENGTH) return 'number_incomplete'
  if (!passesLuhn(digits)) return 'number_wrong'
  return brandOf(digits) ? undefined : 'brand_unsupported'
}

function expiryProblem(expiry: string, today: Date): CardProblem | undefined {
  const parsed = readExpiry(expiry)
  if (expiry.trim() === '') return 'required'
  if (!parsed) return 'expiry_incomplete'
  if (parsed.month < 1 || parsed.month > 12 || parsed.year > today.getFullYear() + 20) return 'expiry_wrong'
  // A card is valid through the last day of its month.
  const end = new Date(parsed.year, parsed.month, 1)
  return end <= today ? 'expired' : undefined
}

/** Month 1-12 and full year. `undefined` while incomplete. */
export function readExpiry(expiry: string): { month: number; year: number } | undefined {
  const digits = expiry.replace(/\D/g, '')
  if (digits.length < 4) return undefined
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

// Specification, "Validation rules": Latin and Cyrillic letters, apostrophes, spaces, dots, dashes.
const NAME = /^[\p{Script=Latin}\p{Script=Cyrillic}’'ʼ.\- ]+$/u

/** Full names: 2 to 50 allowed characters. Digits are allowed where the specification permits them. */
export function nameProblem(name: string, digitsAllowed = false): CardProblem | undefined {
  const text = name.trim()
  if (text === '') return 'required'
  const letters = digitsAllowed ? text.replace(/\d/g, 'a') : text
  if (!NAME.test(letters)) return 'name_characters'
  const length = [...text].length
  return length < 2 || length > 50 ? 'name_length' : undefined
}

/** The errors of all fields. An empty object means that the card can be sent. */
export function cardProblems(card: CardInput, today: Date): Partial<Record<keyof CardInput, CardProblem>> {
  const cvvDigits = card.cvv.replace(/\D/g, '')
  const found: Partial<Record<keyof CardInput, CardProblem | undefined>> = {
    number: numberProblem(card.number),
    expiry: expiryProblem(card.expiry, today),
    cvv: cvvDigits === '' ? 'required' : cvvDigits.length < 3 ? 'cvv_incomplete' : undefined,
    holder: nameProblem(card.holder),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem))
}

/** The card as it is sent: digits only, month and full year, the name without surrounding spaces. */
export function cardFields({ number, expiry, holder }: CardInput) {
  const { month, year } = readExpiry(expiry) ?? { month: 0, year: 0 }
  return { number: number.replace(/\D/g, ''), expiry_month: month, expiry_year: year, holder: holder.trim() }
}
