/* Rules of names and addresses. Separate from the other rules, because sign-in needs neither. */
import { isBroken, length, type Rule, visible } from './rules'
import { space } from './rules.json'
import { address, city, classes, full_name, mixed_scripts, name, postcode, postcodes } from './words.json'

type Text = { min: number; max: number; pattern: string }

/** A pattern of words.json. `<latin>` stands for the character class of that name. */
function pattern(text: string, flags = 'u'): RegExp {
  const filled = text.replace(/<(\w+)>/g, (_, name: string) => classes[name as keyof typeof classes])
  return new RegExp(filled, flags)
}

const spaced = (text: string) =>
  text
    .split(new RegExp(`${space}+`, 'u'))
    .filter((word) => word !== '')
    .join(' ')

const words =
  (rule: Text): Rule =>
  (typed) => {
    const seen = visible(typed)
    if (isBroken(seen)) return seen
    const text = spaced(seen.ok.normalize('NFC'))
    if (text === '') return { code: 'required' }
    if (!pattern(rule.pattern).test(text)) return { code: 'invalid_character' }
    return length(text, rule) ?? { ok: text }
  }

/** Each word must use one alphabet: a Cyrillic letter in a Latin word imitates another name. */
const inOneScript =
  (rule: Rule): Rule =>
  (typed) => {
    const judged = rule(typed)
    return !isBroken(judged) && pattern(mixed_scripts).test(judged.ok) ? { code: 'mixed_scripts' } : judged
  }

export const nameRule = inOneScript(words(name))
export const fullNameRule = inOneScript(words(full_name))
export const addressRule = words(address)
export const cityRule = words(city)
export const postcodeRule: Rule = (typed) => words(postcode)(typed.replace(pattern('[<dash>]', 'gu'), '-'))

const lists = (countries: string, country: string) => countries.split(' ').includes(country)

/** Whether addresses in this country have postal codes. */
export const hasPostcodes = (country: string) => !lists(postcodes.none, country)
/** Whether an address in this country is incomplete without one. */
export const needsPostcode = (country: string) => hasPostcodes(country) && !lists(postcodes.optional, country)
