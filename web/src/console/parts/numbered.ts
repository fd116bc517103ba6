type InRole = { role: string }

/** Which of its role each one is, from 1; nothing for who is the only one of theirs. */
export function numbered<T extends InRole>(all: readonly T[]): [T, number | undefined][] {
  const ofRole = (role: string) => all.filter((one) => one.role === role)
  return all.map((one) => {
    const same = ofRole(one.role)
    return [one, same.length > 1 ? same.indexOf(one) + 1 : undefined]
  })
}
