-- A session of Neovim with `flowc lsp`: what it shows goes to a file, as JSON.
local node, program, root, out = unpack(vim.fn.split(vim.env.FLOWC_SESSION, "\n"))
local shown = {}

local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.code)
  end
  return found
end

local function ask(method, line, character)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = character },
    context = { includeDeclaration = true },
    newName = "number",
  }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000) or {}) do
    return answer.result
  end
end

local ok, problem = pcall(function()
  vim.cmd("edit " .. root .. "/order.xml")
  local client = vim.lsp.start_client({
    name = "flowc",
    cmd = { node, program, "lsp", "--stdio" },
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = "flows" } },
  })
  vim.lsp.buf_attach_client(0, client)
  vim.wait(20000, function() return #codes() > 0 end, 20)
  shown.found = codes()
  vim.api.nvim_buf_set_text(0, 2, 24, 2, 27, { "id" })
  vim.wait(20000, function() return #codes() == 0 end, 20)
  shown.afterCorrection = codes()
  shown.hover = ask("textDocument/hover", 1, 4).contents.value
  shown.completions = vim.tbl_map(function(item) return item.label end, ask("textDocument/completion", 2, 24))
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 2, 25), "utf-16")
  vim.lsp.buf.formatting_sync({ tabSize = 2, insertSpaces = true }, 20000)
  shown.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  vim.lsp.stop_client(client)
end)
if not ok then shown.problem = tostring(problem) end
vim.fn.writefile({ vim.fn.json_encode(shown) }, out)
vim.cmd("qall!")
