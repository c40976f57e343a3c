/** What a person does in a browser: opens the page, logs in, agrees, and is sent back to the client with a code. */
export async function logInAndAgree(start: URL, user: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 15; step++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie())
      cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1).split(';', 1)[0]!)
    const location = answer.headers.get('location')
    form = undefined
    if (location !== null) {
      url = new URL(location, url)
      if (url.pathname === '/callback') return url.searchParams
      continue
    }
    const page = await answer.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`no form at ${url}: ${answer.status} ${page.slice(0, 300)}`)
    url = new URL(action, url)
    form = new URLSearchParams(
      page.includes('name="password"') ? { prompt: 'login', login: user, password: 'x' } : { prompt: 'consent' },
    )
  }
  throw new Error('the log-in goes round in circles')
}
