import type { Content, ContentBody } from '../../api/content'

/** The languages of the app. English stands in for a missing one. */
export const LANGUAGES = ['en', 'uk', 'ru', 'pl'] as const
export type Language = (typeof LANGUAGES)[number]

export const PICTURES = ['none', 'wallet', 'exchange', 'shield', 'people', 'done', 'mail'] as const

export const TOPICS = ['money', 'orders', 'account', 'security'] as const

type Words = { title: string; text: string; button: string; keywords: string }

/** What an operator types. */
export type Values = {
  texts: Record<Language, Words>
  isHome: boolean
  isLanding: boolean
  isOn: boolean
  picture: string
  link: string
  slug: string
  topic: (typeof TOPICS)[number]
  position: string
  audience: Content['audience']
  newDays: string
  from: string
  until: string
}

const NONE: Words = { title: '', text: '', button: '', keywords: '' }

/** The values of a form for this content, or for a new one. */
export function valuesOf(kind: Content['kind'], before: Content | undefined): Values {
  const words = (language: Language): Words => ({ ...NONE, ...before?.texts[language] })
  return {
    texts: { en: words('en'), uk: words('uk'), ru: words('ru'), pl: words('pl') },
    isHome: before ? before.places.includes('home') : true,
    isLanding: before ? before.places.includes('landing') : false,
    isOn: before?.is_on ?? true,
    picture: before?.picture ?? 'none',
    link: before?.link ?? '',
    slug: before?.slug ?? '',
    topic: before?.topic ?? 'money',
    position: String(before?.position ?? 0),
    // Slides are for those who have just signed up.
    audience: before?.audience ?? (kind === 'slide' ? 'new' : 'all'),
    newDays: String(before?.new_days ?? 14),
    from: before?.from ?? '',
    until: before?.until ?? '',
  }
}

const whole = (text: string, max: number) => (/^\d{1,5}$/.test(text.trim()) ? Math.min(Number(text.trim()), max) : 0)

/** The request with the typed values. */
export function bodyOf(kind: Content['kind'], values: Values): ContentBody {
  const places: ContentBody['places'] = []
  if (kind === 'banner' && values.isHome) places.push('home')
  if (kind === 'banner' && values.isLanding) places.push('landing')
  return {
    kind,
    places,
    is_on: values.isOn,
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, values.texts[language]])),
    picture: values.picture,
    ...(values.link.trim() ? { link: values.link.trim() } : {}),
    ...(kind === 'article' ? { slug: values.slug.trim(), topic: values.topic } : {}),
    position: whole(values.position, 99),
    audience: values.audience,
    ...(values.audience === 'new' ? { new_days: whole(values.newDays, 65_535) } : {}),
    ...(values.from ? { from: values.from } : {}),
    ...(values.until ? { until: values.until } : {}),
  }
}
