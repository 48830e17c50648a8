//! Handlers only translate: none is called by another function.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
};

use syn::{
    Expr, ExprCall, ExprMethodCall, File, Item, ItemUse, UseTree, Visibility,
    visit::{self, Visit},
};

type ModulePath = Vec<String>;

/// A source file below `src/http`.
struct Module {
    path: ModulePath,
    file: File,
    /// The names that it imports, with the full paths behind them.
    imports: HashMap<String, ModulePath>,
    /// The modules that it declares.
    children: HashSet<String>,
}

/// All modules of the routes, and the names that they export from their children.
struct RouteModules {
    modules: Vec<Module>,
    exports: HashMap<ModulePath, ModulePath>,
}

impl RouteModules {
    fn read() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http");
        let mut modules = Vec::new();
        read_folder(&folder, &[String::from("http")], &mut modules);
        let mut exports = HashMap::new();
        for module in &modules {
            for item in uses(&module.file).filter(|item| matches!(item.vis, Visibility::Public(_)))
            {
                for (name, path) in imported(&module.path, &item.tree) {
                    exports.insert([module.path.as_slice(), &[name]].concat(), path);
                }
            }
        }
        Self { modules, exports }
    }

    /// Returns the full path of a function, by where it is defined.
    fn resolve(&self, module: &Module, path: &syn::Path) -> ModulePath {
        let segments: ModulePath = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        // `delete::delete_board` is of the module `delete`, whatever function of this name is imported.
        let is_child = segments.len() > 1 && module.children.contains(&segments[0]);
        let import = module.imports.get(&segments[0]);
        let mut full = match import.filter(|_| !is_child) {
            Some(import) => [import.as_slice(), &segments[1..]].concat(),
            None => absolute(&module.path, &segments),
        };
        // An export may be of another export.
        while let Some(defined) = self.exports.get(&full) {
            full = defined.clone();
        }
        full
    }

    /// Returns the full paths of all functions that are registered with a route.
    fn handlers(&self) -> HashSet<ModulePath> {
        let mut handlers = HashSet::new();
        for module in &self.modules {
            let mut registered = RegisteredPaths::default();
            registered.visit_file(&module.file);
            let paths = registered.0.iter();
            handlers.extend(paths.map(|path| self.resolve(module, path)));
        }
        handlers
    }
}

fn read_folder(folder: &Path, path: &[String], modules: &mut Vec<Module>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_stem().unwrap().to_str().unwrap().to_owned();
        if entry.is_dir() {
            read_folder(&entry, &[path, &[name]].concat(), modules);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let path = match name.as_str() {
                "mod" => path.to_vec(),
                _ => [path, &[name]].concat(),
            };
            let file = syn::parse_file(&fs::read_to_string(&entry).unwrap()).unwrap();
            let imports = uses(&file).flat_map(|item| imported(&path, &item.tree));
            let children = file.items.iter().filter_map(|item| match item {
                Item::Mod(child) => Some(child.ident.to_string()),
                _ => None,
            });
            modules.push(Module {
                imports: imports.collect(),
                children: children.collect(),
                path: path.clone(),
                file,
            });
        }
    }
}

fn uses(file: &File) -> impl Iterator<Item = &ItemUse> {
    file.items.iter().filter_map(|item| match item {
        Item::Use(item) => Some(item),
        _ => None,
    })
}

/// Returns the names that a `use` brings in, with the full paths behind them.
fn imported(module: &[String], tree: &UseTree) -> Vec<(String, ModulePath)> {
    fn walk(tree: &UseTree, prefix: &[String], found: &mut Vec<(String, ModulePath)>) {
        match tree {
            UseTree::Path(path) => {
                walk(
                    &path.tree,
                    &[prefix, &[path.ident.to_string()]].concat(),
                    found,
                );
            }
            UseTree::Name(name) if name.ident == "self" => {
                let last = prefix.last().unwrap().clone();
                found.push((last, prefix.to_vec()));
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                found.push((name.clone(), [prefix, &[name]].concat()));
            }
            UseTree::Rename(rename) => {
                let path = [prefix, &[rename.ident.to_string()]].concat();
                found.push((rename.rename.to_string(), path));
            }
            UseTree::Group(group) => group
                .items
                .iter()
                .for_each(|tree| walk(tree, prefix, found)),
            UseTree::Glob(_) => {}
        }
    }
    let mut found = Vec::new();
    walk(tree, &[], &mut found);
    let absolute_paths = found.into_iter();
    absolute_paths
        .map(|(name, path)| (name, absolute(module, &path)))
        .collect()
}

fn absolute(module: &[String], path: &[String]) -> ModulePath {
    let up = path.iter().take_while(|part| *part == "super").count();
    match path.first().map(String::as_str) {
        Some("crate") => path[1..].to_vec(),
        Some("self") => [module, &path[1..]].concat(),
        Some("super") => [&module[..module.len() - up], &path[up..]].concat(),
        _ => [module, path].concat(),
    }
}

/// The arguments of `.to(…)`.
#[derive(Default)]
struct RegisteredPaths(Vec<syn::Path>);

impl<'ast> Visit<'ast> for RegisteredPaths {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if call.method == "to"
            && call.args.len() == 1
            && let Some(Expr::Path(path)) = call.args.first()
        {
            self.0.push(path.path.clone());
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// The paths of all functions that are called.
#[derive(Default)]
struct CalledPaths(Vec<syn::Path>);

impl<'ast> Visit<'ast> for CalledPaths {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(path) = &*call.func {
            self.0.push(path.path.clone());
        }
        visit::visit_expr_call(self, call);
    }
}

#[test]
fn handlers_are_not_called_by_other_functions() {
    let routes = RouteModules::read();
    let handlers = routes.handlers();
    // As many as there are routes, so that the search itself is known to work.
    assert!(handlers.len() > 200, "{}", handlers.len());
    for handler in [
        "http::boards::create::create_board",
        "http::boards::delete::delete_board",
        "http::functions::call_function",
    ] {
        let path: ModulePath = handler.split("::").map(str::to_owned).collect();
        assert!(handlers.contains(&path), "{handler}");
    }
    let mut calls = Vec::new();
    for module in &routes.modules {
        let mut called = CalledPaths::default();
        called.visit_file(&module.file);
        for path in &called.0 {
            let path = routes.resolve(module, path);
            if handlers.contains(&path) {
                calls.push(format!(
                    "{} calls {}",
                    module.path.join("::"),
                    path.join("::")
                ));
            }
        }
    }
    assert_eq!(calls, Vec::<String>::new());
}
