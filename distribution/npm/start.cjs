'use strict'
// import() is more than the oldest Node can read, so it stands in a file that is loaded after the check.
import('../dist/main.js')
