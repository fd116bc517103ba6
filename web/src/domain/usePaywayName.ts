import { useCatalogue } from './catalogue'

/** The name of a payway in the current language; its code until the catalogue has loaded. */
export function usePaywayName(): (code: string) => string {
  const payways = useCatalogue().data?.payways
  return (code) => payways?.find((way) => way.code === code)?.name ?? code.toUpperCase()
}
