/** Amounts as long as they can be. */
export const HUGE = '812345678123456789.123456789012345678'
export const TINY = '0.000000000000000041'

/** A name and words as long as they get. */
export const LONG_NAME = 'Олександра-Вікторія Непийпиво-Прокопенко-Задунайська'

export const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/** A price that wanders, without randomness. */
export const COURSE = Array.from({ length: 60 }, (_, at) =>
  (58_000 + 900 * Math.sin(at / 5) + 400 * Math.cos(at / 2.3) - at * 12).toFixed(2),
)

export const POINTS = COURSE.map((value, at) => ({
  at: new Date(Date.UTC(2026, 4, 1, at)).toISOString(),
  value,
}))
