import type { components } from '../api/schema.gen'

type Named = Pick<components['schemas']['CurrencyInfo'], 'code' | 'name' | 'kind'>

/**
 * What a currency is called. Coins keep their own name; money of a state has one in every language, which the browser knows.
 * English keeps the catalogue's, which is the short one ("Hryvnia").
 */
export function currencyName({ code, name, kind }: Named, locale: string): string {
  if (kind !== 'fiat' || locale === 'en') return name
  const local = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' }).of(code)
  return local ? local.charAt(0).toLocaleUpperCase(locale) + local.slice(1) : name
}
